import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table payout_runs (
    id text not null primary key, number int8 not null, minimum_cents int8 not null,
    state text not null check (state in ('proposed', 'approved', 'declined')),
    proposed_at int8 not null, proposed_by_id text not null,
    decided_at int8, decided_by_id text, why text not null
  )`,
  'create unique index payout_runs_number on payout_runs (number)',
  `create table payouts (
    id text not null primary key, run_id text not null references payout_runs (id),
    customer_id text not null references customers (id), customer_name text not null,
    amount_cents int8 not null check (amount_cents > 0),
    state text not null check (state in ('proposed', 'approved', 'declined', 'paid', 'returned')),
    paid_on text, paid_at int8, returned_at int8, why text not null
  )`,
  'create unique index payouts_once_in_run on payouts (run_id, customer_id)',
  // An owner with a pending payout is in no other run: the store prevents double payment.
  "create unique index payouts_on_the_way on payouts (customer_id) where state in ('proposed', 'approved')",
  'create index payouts_of_customer on payouts (customer_id, state)',
];

/**
 * Payouts to owners. They are proposed in runs, approved by a second administrator, and then paid or returned one by
 * one.
 */
export const payouts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
