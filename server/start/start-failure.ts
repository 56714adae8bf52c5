import { capitalized } from '#domain/capitalized.ts';
import { EventsUnavailableError } from '#event-store/event-store.ts';
import { COULD_NOT_ANSWER } from '#event-store/operations.ts';
import { DamagedFileError, DataFolderInUseError } from '../databases/data-folder-lock.ts';

/** Returns why a start failed, in one line that says what to do. For an unknown failure, returns the stack. */
export function startFailure(error: unknown, port: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the other program, or choose another port with PORT=4001.`;
  if (code === 'EACCES' && /listen/.test(error.message))
    return `This user may not use port ${port}. Choose one above 1023, such as PORT=4000.`;
  if (error instanceof DataFolderInUseError)
    return `${capitalized(error.message)}. Stop it, or choose another folder with DATA_DIR.`;
  if (error instanceof DamagedFileError) return error.message;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code)))
    return 'accounts.sqlite in the data folder is damaged. Restore it from a backup and start again.';
  if (
    code === 'ENOSPC' ||
    /SQLITE_FULL|NOT_ENOUGH_SPACE|disk is full|disk of the events store is full|No space left/i.test(
      `${code} ${error.message}`,
    )
  ) {
    return 'The disk with the data folder is full. Free some space and start again. No acknowledged data is lost.';
  }
  if (/^(EACCES|EROFS|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(String(code)))
    return `The data folder is not writable (${error.message}). Make it writable for this user, or choose another folder with DATA_DIR.`;
  if (/previously executed migration .* is missing|made by a newer version/.test(error.message))
    return 'The data was written by a newer version of Voltboard. Start that version, or choose another folder with DATA_DIR.';
  if (code === 'ECONNREFUSED' || code === '08006')
    return `A database does not respond (${error.message}). Check DATABASE_URL and CLICKHOUSE_URL.`;
  if (error instanceof EventsUnavailableError) return `${capitalized(error.message)}${engineWords(error)}`;
  return error.stack ?? error.message;
}

/**
 * Returns the engine's message for a failure that has no message of its own. It may be shown, because the reader is the
 * operator who starts the server.
 */
function engineWords({ message, cause }: EventsUnavailableError): string {
  if (message !== COULD_NOT_ANSWER || !(cause instanceof Error)) return '';
  return ` Its message: ${cause.message.split('\n')[0]?.slice(0, MOST_WORDS)}`;
}
const MOST_WORDS = 400;
