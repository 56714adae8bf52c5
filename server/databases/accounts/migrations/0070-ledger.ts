import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { CHAIN_START } from '../audit-chain.ts';

const REFUSAL = 'the ledger is append-only';

/**
 * Double entry. The store prevents the commit of an entry that does not sum to zero or lacks a posting. Both engines
 * can defer a foreign key to the end of a transaction. Triggers therefore count both in columns that must be in
 * `ledger_zero` by then. The inserted values of these columns do not matter, so that a copy can be filled row by row.
 */
const TABLES: readonly string[] = [
  'create table ledger_zero (zero int8 not null primary key check (zero = 0))',
  'insert into ledger_zero (zero) values (0)',
  `create table ledger_accounts (
    name text not null primary key,
    kind text not null check (kind in ('advertiser', 'owner', 'network', 'rounding')),
    customer_id text references customers (id),
    opened_at int8 not null
  )`,
  `create table ledger_entries (
    seq int8 not null primary key,
    at int8 not null,
    kind text not null check (kind in ('delivery', 'late', 'adjustment', 'payment', 'payout', 'rounding')),
    reference text not null unique,
    reason text not null,
    author text not null,
    postings int4 not null check (postings > 1),
    hash text not null,
    left_postings int8 not null references ledger_zero (zero) deferrable initially deferred,
    left_micros int8 not null references ledger_zero (zero) deferrable initially deferred
  )`,
  `create table ledger_postings (
    entry_seq int8 not null references ledger_entries (seq),
    place int4 not null,
    account text not null references ledger_accounts (name),
    micros int8 not null check (micros <> 0),
    primary key (entry_seq, place)
  )`,
  'create index ledger_postings_account on ledger_postings (account, entry_seq)',
  'create table ledger_chain (id int4 not null primary key check (id = 1), seq int8 not null, hash text not null)',
  `insert into ledger_chain (id, seq, hash) values (1, 0, '${CHAIN_START}')`,
];

/** Only the two counters of an entry may change, and only to the values that its postings give. */
const FIXED = ['seq', 'at', 'kind', 'reference', 'reason', 'author', 'postings', 'hash'];
const leftOf = (row: 'new' | 'old', seq: string) =>
  `${row}.left_postings = ${row}.postings - (select count(*) from ledger_postings where entry_seq = ${seq})
   and ${row}.left_micros = (select coalesce(sum(micros), 0) from ledger_postings where entry_seq = ${seq})`;
const LEFT = (seq: string) => `
  left_postings = postings - (select count(*) from ledger_postings where entry_seq = ${seq}),
  left_micros = (select coalesce(sum(micros), 0) from ledger_postings where entry_seq = ${seq})`;

const SQLITE: readonly string[] = [
  ...['ledger_entries', 'ledger_postings'].map(
    (table) =>
      `create trigger ${table}_no_delete before delete on ${table} begin select raise(abort, '${REFUSAL}'); end`,
  ),
  `create trigger ledger_postings_no_update before update on ledger_postings begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger ledger_entries_no_update before update on ledger_entries
   when ${FIXED.map((column) => `new.${column} <> old.${column}`).join(' or ')} or not (${leftOf('new', 'new.seq')})
   begin select raise(abort, '${REFUSAL}'); end`,
  `create trigger ledger_entries_begun after insert on ledger_entries
   begin update ledger_entries set ${LEFT('new.seq')} where seq = new.seq; end`,
  `create trigger ledger_postings_added after insert on ledger_postings
   begin update ledger_entries set ${LEFT('new.entry_seq')} where seq = new.entry_seq; end`,
];

const POSTGRES: readonly string[] = [
  `create function refuse_ledger_change() returns trigger language plpgsql as $$ begin raise exception '${REFUSAL}'; end $$`,
  `create trigger ledger_postings_no_change before update or delete or truncate on ledger_postings
   for each statement execute function refuse_ledger_change()`,
  `create trigger ledger_entries_no_removal before delete or truncate on ledger_entries
   for each statement execute function refuse_ledger_change()`,
  `create function check_ledger_change() returns trigger language plpgsql as $$ begin
     if ${FIXED.map((column) => `new.${column} <> old.${column}`).join(' or ')} or not (${leftOf('new', 'new.seq')})
     then raise exception '${REFUSAL}'; end if;
     return new;
   end $$`,
  `create trigger ledger_entries_no_change before update on ledger_entries
   for each row execute function check_ledger_change()`,
  `create function count_ledger_entry() returns trigger language plpgsql as $$ begin
     update ledger_entries set ${LEFT('new.seq')} where seq = new.seq; return null;
   end $$`,
  `create trigger ledger_entries_begun after insert on ledger_entries
   for each row execute function count_ledger_entry()`,
  `create function count_ledger_posting() returns trigger language plpgsql as $$ begin
     update ledger_entries set ${LEFT('new.entry_seq')} where seq = new.entry_seq; return null;
   end $$`,
  `create trigger ledger_postings_added after insert on ledger_postings
   for each row execute function count_ledger_posting()`,
];

export const ledger = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of [...TABLES, ...(isPostgres ? POSTGRES : SQLITE)]) await sql.raw(statement).execute(db);
  },
};
