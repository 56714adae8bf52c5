import { type Kysely, PostgresAdapter, sql } from 'kysely';

const refuseWhen = (table: string, name: string, isRefused: string, why: string): string =>
  `create trigger ${table}_${name} before insert on ${table} when ${isRefused} begin select raise(abort, '${why}'); end`;

const KEYS = {
  ledger_entries: 'seq = new.seq or reference = new.reference',
  ledger_postings: 'entry_seq = new.entry_seq and place = new.place',
} as const;

/**
 * What SQLite lets another program do and PostgreSQL does not: insert a row in place of one that is there, which no trigger on what is
 * removed or changed is told, and leave foreign keys unwatched, which is how it comes unless told.
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
