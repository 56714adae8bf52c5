import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table payments (
    id text not null primary key, customer_id text not null references customers (id),
    amount_cents int8 not null check (amount_cents > 0), paid_on text not null, reference text not null,
    entered_at int8 not null, entered_by_id text not null,
    withdrawn_at int8, withdrawn_by_id text, why_withdrawn text not null
  )`,
  // Rejects a payment that was entered twice by mistake. A withdrawn payment can be entered again.
  `create unique index payments_once on payments (customer_id, paid_on, reference, amount_cents)
    where withdrawn_at is null`,
  'create index payments_entered on payments (entered_at)',
];

/** Payments of advertisers, as administrators entered them. */
export const payments = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
