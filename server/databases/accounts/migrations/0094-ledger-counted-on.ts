import { type Kysely, PostgresAdapter, sql } from 'kysely';

const REFUSAL = 'the ledger is append-only';

const FIXED = ['seq', 'at', 'kind', 'reference', 'reason', 'author', 'postings', 'hash'];
const IS_CHANGED = FIXED.map((column) => `new.${column} <> old.${column}`).join(' or ');

/**
 * One posting more than before, and not the last one. The counters may be wrong in between, because nothing is
 * committed before they are zero, and a counter that becomes zero is recounted.
 */
const IS_ONE_MORE = 'new.left_postings = old.left_postings - 1 and new.left_postings <> 0';
const IS_COUNTED = `new.left_postings = new.postings - (select count(*) from ledger_postings where entry_seq = new.seq)
  and new.left_micros = (select coalesce(sum(micros), 0) from ledger_postings where entry_seq = new.seq)`;
const IS_REFUSED = `(${IS_CHANGED}) or not ((${IS_ONE_MORE}) or (${IS_COUNTED}))`;

const ADDED = `update ledger_entries set left_postings = left_postings - 1, left_micros = left_micros + new.micros
  where seq = new.entry_seq`;

const SQLITE: readonly string[] = [
  'drop trigger ledger_postings_added',
  'drop trigger ledger_entries_no_update',
  `create trigger ledger_entries_no_update before update on ledger_entries when ${IS_REFUSED}
   begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger ledger_postings_added after insert on ledger_postings begin ${ADDED}; end`,
];

const POSTGRES: readonly string[] = [
  `create or replace function check_ledger_change() returns trigger language plpgsql as $$ begin
     if ${IS_REFUSED} then raise exception '${REFUSAL}'; end if;
     return new;
   end $$`,
  `create or replace function count_ledger_posting() returns trigger language plpgsql as $$ begin
     ${ADDED}; return null;
   end $$`,
];

/**
 * Each posting updates the counters of its entry, and the last one recounts all postings once. With four recounts per
 * posting, an entry of 4,000 postings took ten seconds.
 */
export const ledgerCountedOn = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  },
};
