import pg from 'pg';
import type { AccountsDb } from './accounts-db.ts';
import { PostgresAccounts } from './postgres-accounts.ts';
import { createWatchfulPool } from './postgres-pool.ts';

export function openPostgres(connectionString: string): AccountsDb {
  // int8 arrives as text by default; instants, money and counts all stay below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  };
  // A frozen process must not keep its locks: the server ends its transaction, and the process finds out when it wakes.
  const limits = { statement_timeout: 10_000, lock_timeout: 4_000, idle_in_transaction_session_timeout: 5_000 };
  const pool = createWatchfulPool({ connectionString, max: 10, ...limits, types: types as pg.CustomTypesConfig });
  return new PostgresAccounts(pool);
}
