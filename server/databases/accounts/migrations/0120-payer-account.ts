import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table payer_accounts (
    id text not null primary key,
    holder text not null, sealed text not null, company_id text not null, revision int4 not null,
    changed_at int8 not null, changed_by_id text
  )`,
  `create table payout_files (
    run_id text not null references payout_runs (id), number int4 not null,
    digest text not null, day text not null, made_at int8 not null, primary key (run_id, number)
  )`,
  "alter table payees add column holder_kind text not null default 'company'",
  "alter table payees add column account_kind text not null default 'checking'",
];

/**
 * The account that payouts are made from, the bank files that were created, and the ACH details of owners' accounts.
 */
export const payerAccount = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
