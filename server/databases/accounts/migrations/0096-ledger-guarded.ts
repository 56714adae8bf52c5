import { type Kysely, PostgresAdapter, sql } from 'kysely';

const refuseWhen = (table: string, name: string, isRefused: string, why: string): string =>
  `create trigger ${table}_${name} before insert on ${table} when ${isRefused} begin select raise(abort, '${why}'); end`;

const KEYS = {
  ledger_entries: 'seq = new.seq or reference = new.reference',
  ledger_postings: 'entry_seq = new.entry_seq and place = new.place',
} as const;

/**
 * SQLite lets another program do two things that PostgreSQL does not. It can insert a row that replaces an existing
 * one, which fires no trigger on deletes or updates. It can also leave foreign keys unchecked, which is the default.
 */
export const ledgerGuarded = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (db.getExecutor().adapter instanceof PostgresAdapter) return;
    for (const [table, key] of Object.entries(KEYS)) {
      const isThere = `exists (select 1 from ${table} where ${key})`;
      const isUnwatched = '(select foreign_keys from pragma_foreign_keys) = 0';
      for (const statement of [
        refuseWhen(table, 'no_replace', isThere, 'the ledger is append-only'),
        refuseWhen(table, 'watched', isUnwatched, 'the ledger needs PRAGMA foreign_keys = ON'),
      ])
        await sql.raw(statement).execute(db);
    }
  },
};
