import { EventsUnavailableError } from '#event-store/event-store.ts';
import { COULD_NOT_ANSWER } from '#event-store/operations.ts';
import { DamagedFileError, DataFolderInUseError } from '../databases/data-folder-lock.ts';

/** Returns why a start failed, in one line that says what to do. For an unknown failure, returns the stack. */
export function startFailure(error: unknown, port: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop what uses it, or choose another with PORT=4001.`;
  if (code === 'EACCES' && /listen/.test(error.message))
    return `Port ${port} needs more rights than this user has: choose one above 1023 with PORT=4000.`;
  if (error instanceof DataFolderInUseError)
    return `${capital(error.message)}: stop it, or name another folder with DATA_DIR.`;
  if (error instanceof DamagedFileError) return error.message;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code)))
    return 'accounts.sqlite in the data folder is damaged: put it back from a backup and start again.';
  if (
    code === 'ENOSPC' ||
    /SQLITE_FULL|NOT_ENOUGH_SPACE|disk is full|disk of the events store is full|No space left/i.test(
      `${code} ${error.message}`,
    )
  ) {
    return 'The disk of the data folder is full: free some space and start again. Nothing that was acknowledged is lost.';
  }
  if (/^(EACCES|EROFS|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(String(code)))
    return `The data folder cannot be written (${error.message}): make it writable for this user, or name another with DATA_DIR.`;
  if (/previously executed migration .* is missing|made by a newer version/.test(error.message))
    return 'The data was written by a newer Voltboard: start that version, or name another folder with DATA_DIR.';
  if (code === 'ECONNREFUSED' || code === '08006')
    return `A database does not answer (${error.message}): check DATABASE_URL and CLICKHOUSE_URL.`;
  if (error instanceof EventsUnavailableError) return `${capital(error.message)}${engineWords(error)}`;
  return error.stack ?? error.message;
}

/**
 * Returns the engine's message for a failure that has no message of its own. It may be shown, because the reader is the
 * operator who starts the server.
 */
function engineWords({ message, cause }: EventsUnavailableError): string {
  if (message !== COULD_NOT_ANSWER || !(cause instanceof Error)) return '';
  return ` It said: ${cause.message.split('\n')[0]?.slice(0, MOST_WORDS)}`;
}
const MOST_WORDS = 400;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
