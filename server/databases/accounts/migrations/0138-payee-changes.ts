import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table payee_changes (
    customer_id text not null primary key references customers (id),
    holder text not null, holder_kind text not null, account_kind text not null,
    sealed text not null, revision int4 not null,
    changed_at int8 not null, changed_by_id text not null, withdrawn_at int8
  )`,
  `insert into payee_changes (
    customer_id, holder, holder_kind, account_kind, sealed, revision, changed_at, changed_by_id, withdrawn_at
  ) select payees.customer_id, holder, holder_kind, account_kind, sealed, revision, changed_at, changed_by_id, null
    from payees inner join payee_seals on payee_seals.customer_id = payees.customer_id where confirmed_at is null`,
  'delete from payee_seals where confirmed_at is null',
  // Contains only the changes that were just moved.
  'delete from payees where customer_id in (select customer_id from payee_changes)',
  `create table payout_waits (
    run_id text not null references payout_runs (id),
    customer_id text not null references customers (id), customer_name text not null,
    amount_cents int8 not null, starts_at int8 not null, primary key (run_id, customer_id)
  )`,
];

/**
 * Changes of payout accounts that wait for confirmation, and the owners that a payout run left out because of a new
 * account.
 */
export const payeeChanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
