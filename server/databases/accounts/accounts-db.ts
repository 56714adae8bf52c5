import type { Kysely } from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** The accounts store, embedded (SQLite) or on a server (PostgreSQL): the same queries run on both. */
export type AccountsDb = Kysely<AccountsSchema>;
