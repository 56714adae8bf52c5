import { type Kysely, PostgresAdapter } from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** The accounts store, embedded (SQLite) or on a server (PostgreSQL). The same queries run on both. */
export type AccountsDb = Kysely<AccountsSchema>;

/**
 * Returns whether the store is on PostgreSQL. Every engine-specific statement checks this, so the callers of this
 * function are the places to change for another engine.
 */
export const isPostgres = (db: Pick<AccountsDb, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
