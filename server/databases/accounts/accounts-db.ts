import { type Kysely, PostgresAdapter } from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** The accounts store, embedded (SQLite) or on a server (PostgreSQL): the same queries run on both. */
export type AccountsDb = Kysely<AccountsSchema>;

/** Asked wherever the engines need other words: whoever adds one finds all of it by the callers. */
export const isPostgres = (db: Pick<AccountsDb, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
