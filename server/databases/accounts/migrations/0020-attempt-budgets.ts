import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table attempt_budgets (
    subject text not null primary key,
    account text not null,
    whole_at int8 not null
  )`,
  'create index attempt_budgets_account on attempt_budgets (account)',
  'create index attempt_budgets_whole on attempt_budgets (whole_at)',
  // Deletes the old counts. The table stays for a server of an earlier version that still runs.
  'delete from login_failures',
];

/** The remaining attempts to guess secrets: one instant each, when the budget is full again. */
export const attemptBudgets = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
