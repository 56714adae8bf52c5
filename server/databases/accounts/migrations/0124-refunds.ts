import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table refunds (
    id text not null primary key, number int8 not null,
    customer_id text not null references customers (id), customer_name text not null,
    amount_cents int8 not null check (amount_cents > 0), reason text not null,
    state text not null check (state in ('proposed', 'approved', 'declined', 'paid', 'returned')),
    proposed_at int8 not null, proposed_by_id text not null, payee_revision int4 not null,
    decided_at int8, decided_by_id text, paid_on text, paid_at int8, returned_at int8, why text not null
  )`,
  'create unique index refunds_number on refunds (number)',
  // The store prevents a second refund of the same money to an advertiser.
  "create unique index refunds_on_the_way on refunds (customer_id) where state in ('proposed', 'approved')",
  'create index refunds_of_customer on refunds (customer_id, state)',
  `create table refund_files (
    refund_id text not null references refunds (id), number int4 not null,
    digest text not null, day text not null, made_at int8 not null, primary key (refund_id, number)
  )`,
];

/**
 * Refunds to advertisers with a credit balance. One administrator proposes a refund, a second one approves it, then it
 * is paid or returned.
 */
export const refunds = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
