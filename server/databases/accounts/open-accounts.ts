import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresAdapter, sql } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import type { AccountsDb } from './accounts-db.ts';
import { PostgresAccounts } from './postgres-accounts.ts';
import { createWatchfulPool } from './postgres-pool.ts';
import type { AccountsSchema } from './schema.ts';
import { TwoHandleDialect } from './sqlite-dialect.ts';

export { migrateAccounts } from './migrate-accounts.ts';

/** Opens the accounts store: SQLite in the data folder, or a PostgreSQL server. Does not migrate. */
export async function openAccounts(location: { dataDir: string } | { databaseUrl: string }): Promise<AccountsDb> {
  return 'databaseUrl' in location ? openPostgres(location.databaseUrl) : openSqlite(location.dataDir);
}

function openSqlite(dataDir: string): AccountsDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const open = (settings: readonly string[]) => {
    const handle = new Database(join(dataDir, 'accounts.sqlite'));
    for (const setting of settings) handle.pragma(setting);
    return handle;
  };
  // FULL: a commit is on disk when it returns. The waiting for another process is the dialect's: the engine's holds the thread.
  const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'];
  const writer = open([...safely, 'busy_timeout = 0']);
  const reader = open(['busy_timeout = 5000', 'query_only = ON']);
  return new Kysely<AccountsSchema>({ dialect: new TwoHandleDialect({ writer, reader }) });
}

function openPostgres(connectionString: string): AccountsDb {
  // int8 arrives as text by default; instants, money and counts all stay below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  };
  // A frozen process must not keep what it has locked: its transaction is ended, and waking it finds that out.
  const limits = { statement_timeout: 10_000, lock_timeout: 4_000, idle_in_transaction_session_timeout: 5_000 };
  const pool = createWatchfulPool({ connectionString, max: 10, ...limits, types: types as pg.CustomTypesConfig });
  return new PostgresAccounts(pool);
}

/** For a transaction that waits for files between its statements and locks what nobody else uses. */
export async function waitForUs(tx: AccountsDb): Promise<void> {
  if (tx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}
