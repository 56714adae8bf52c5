import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';
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
  return new Kysely<AccountsSchema>({ dialect: new TransactionalSqliteDialect({ database: writingAtOnce(database) }) });
}

/** SQLite changes tables within transactions; Kysely does not rely on it unless told, and a kill would leave half a migration. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/**
 * A transaction takes the write lock when it begins: begun for reading, it would fail as soon as it writes after an admin
 * command did, instead of waiting its turn. A full disk ends a transaction by itself: to roll it back once more would fail,
 * and hide why.
 */
function writingAtOnce(database: Database.Database): SqliteDatabase {
  const prepare = (sql: string) => {
    if (sql === 'rollback' && !database.inTransaction) return database.prepare('select 1');
    return database.prepare(sql === 'begin' ? 'begin immediate' : sql);
  };
  return { prepare, close: () => void database.close() } as unknown as SqliteDatabase;
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
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    types: types as pg.CustomTypesConfig,
  });
  // A resting connection that breaks is replaced by the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return new Kysely<AccountsSchema>({ dialect: new PostgresDialect({ pool }) });
}
