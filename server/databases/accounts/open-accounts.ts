import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { execAside } from './exec-aside.ts';
import { noteLostCommits } from './lost-commits.ts';
import type { AccountsSchema } from './schema.ts';
import { TwoHandleDialect } from './sqlite-dialect.ts';

export { migrateAccounts, pendingMigrations } from './migrate-accounts.ts';

/**
 * Opens the accounts store: SQLite in the data folder, or a PostgreSQL server. Does not migrate. Loads only the needed
 * driver.
 */
export async function openAccounts(location: { dataDir: string } | { databaseUrl: string }): Promise<AccountsDb> {
  if ('dataDir' in location) return openSqlite(location.dataDir);
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(location.databaseUrl);
}

function openSqlite(dataDir: string): AccountsDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  noteLostCommits(dataDir);
  const open = (settings: readonly string[]) => {
    const handle = new Database(join(dataDir, 'accounts.sqlite'));
    for (const setting of settings) handle.pragma(setting);
    return handle;
  };
  // FULL: a commit is on disk when it returns. The dialect waits for other processes, because the engine's own wait
  // blocks the thread.
  const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'];
  // Erased data is overwritten, not only marked as free.
  const writer = open([...safely, 'secure_delete = ON', 'busy_timeout = 0']);
  const reader = open(['busy_timeout = 5000', 'query_only = ON']);
  const writeAside = (statement: string) => execAside(writer, statement);
  return new Kysely<AccountsSchema>({ dialect: new TwoHandleDialect({ writer, reader, writeAside }) });
}

/** For a transaction that waits for files between its statements, and locks only rows that no other process uses. */
export async function waitForUs(tx: AccountsDb): Promise<void> {
  if (isPostgres(tx)) await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
