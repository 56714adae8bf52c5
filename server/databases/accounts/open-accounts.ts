import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect } from 'kysely';
import Database from 'libsql';
import pg from 'pg';
import type { AccountsDb } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

export { migrateAccounts } from './migrate-accounts.ts';

/** Opens the accounts store: SQLite in the data folder, or a PostgreSQL server. Does not migrate. */
export async function openAccounts(location: { dataDir: string } | { databaseUrl: string }): Promise<AccountsDb> {
  return 'databaseUrl' in location ? openPostgres(location.databaseUrl) : openSqlite(location.dataDir);
}

function openSqlite(dataDir: string): AccountsDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new Database(join(dataDir, 'accounts.sqlite'));
  // FULL: a commit is on disk when it returns. The admin commands write beside the server, hence the waiting time.
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000']) {
    database.pragma(setting);
  }
  return new Kysely<AccountsSchema>({
    dialect: new SqliteDialect({ database: database as unknown as SqliteDatabase }),
  });
}

function openPostgres(connectionString: string): AccountsDb {
  // int8 arrives as text by default; instants, money and counts all stay below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  };
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    statement_timeout: 10_000,
    types: types as pg.CustomTypesConfig,
  });
  return new Kysely<AccountsSchema>({ dialect: new PostgresDialect({ pool }) });
}
