import { CommanderError } from 'commander';
import { EventsUnavailableError } from '#event-store/event-store.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { CopyError } from '../copies/copy-error.ts';
import { refuseUnfinishedCopy } from '../copies/refuse-unfinished-copy.ts';
import { findLostCommits, lostCommitsLine } from '../databases/accounts/lost-commits.ts';
import { migrateAccounts, openAccounts } from '../databases/accounts/open-accounts.ts';
import { DamagedFileError, DataFolderInUseError } from '../databases/data-folder-lock.ts';
import { HELD_BY_IMPORT, isHeldByImport } from '../databases/store-refusals.ts';
import { AppError } from '../http/app-error.ts';
import { openConfig } from '../start/installation-secret.ts';
import { openStoreClock } from '../start/open-store-clock.ts';
import { accountsLocation } from '../start/store-locations.ts';
import type { WithContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './read-password.ts';

export type AdminCall = {
  /** The command and its options, without the paths of Node and the program. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly errors: NodeJS.WritableStream;
  /** Returns the time of this process's clock. Commands use the accounts store's clock if it has one. */
  readonly now: () => number;
};

/**
 * Runs one admin command and returns the exit code: 0 for success, 1 if refused, 2 for wrong usage, 3 for an unexpected
 * error.
 */
export async function runAdmin({ args, env, terminal, errors, now }: AdminCall): Promise<number> {
  const print = (line: string): void => void terminal.output.write(`${line}\n`);
  const withContext: WithContext = async (work) => {
    const given = readConfig(env);
    const accounts = await openAccounts(accountsLocation(given));
    try {
      tellLostCommits(given.dataDir, errors);
      await refuseUnfinishedCopy(accounts);
      await migrateAccounts(accounts);
      // No events store is passed, because the command line never opens it.
      const clock = await openStoreClock(given, accounts, null, now);
      await work({
        accounts,
        config: await openConfig({ settings: given, accounts, now: clock.now }),
        now: clock.now,
        print,
      });
    } finally {
      await accounts.destroy();
    }
  };
  const program = createProgram(withContext, (work) => work({ config: readConfig(env), print }), terminal);
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void terminal.output.write(text),
      writeErr: (text) => void errors.write(text),
    });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { text, code } = failureOf(error);
    errors.write(`${text}\n`);
    return code;
  }
}

/** Prints a warning about lost commits, since a command may be the first process to open the store after a crash. */
function tellLostCommits(dataDir: string, errors: NodeJS.WritableStream): void {
  const lost = findLostCommits(dataDir);
  if (lost !== null) errors.write(`${lostCommitsLine(lost)}\n`);
}

/** Errors whose messages are meant for the person at the terminal. */
const REFUSALS = [AdminError, ConfigError, AppError, CopyError, DamagedFileError, EventsUnavailableError];

function failureOf(error: unknown): { text: string; code: number } {
  if (error instanceof DataFolderInUseError) {
    return { text: `The server is running: ${error.message}. Stop it and try again.`, code: 1 };
  }
  if (REFUSALS.some((kind) => error instanceof kind)) {
    return { text: (error as Error).message, code: 1 };
  }
  if (isHeldByImport(error)) return { text: HELD_BY_IMPORT, code: 1 };
  const { code = '', message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code.startsWith('SQLITE_BUSY')) {
    return { text: 'The store is busy with another change. Nothing was changed. Try again in a moment.', code: 1 };
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return { text: 'The disk is full; nothing was changed. Free some space and try again.', code: 1 };
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return { text: 'accounts.sqlite in the data folder is damaged. Restore it from a backup.', code: 1 };
  }
  if (code === '08006' || code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return { text: 'The server at DATABASE_URL cannot be reached. Check its address and that it is running.', code: 1 };
  }
  if (/previously executed migration .* is missing|made by a newer version/.test(message))
    return { text: 'The data was written by a newer version of Voltboard. Use the commands of that version.', code: 1 };
  return { text: `Unexpected error, nothing was changed: ${message}`, code: 3 };
}
