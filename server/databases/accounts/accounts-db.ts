import { type Kysely, PostgresAdapter } from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** The accounts store, embedded (SQLite) or on a server (PostgreSQL): the same queries run on both. */
export type AccountsDb = Kysely<AccountsSchema>;

/** Every engine-specific statement checks this, so its callers list all of them for a further engine. */
export const isPostgres = (db: Pick<AccountsDb, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
