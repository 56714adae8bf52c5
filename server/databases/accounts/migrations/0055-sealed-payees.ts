import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  // What stood plainly is sealed when the server starts: the store does not know the secret.
  "alter table payees add column sealed text not null default ''",
  // Raised by each change, so that what changed since a run was proposed needs no clock.
  'alter table payees add column revision int4 not null default 1',
  // An account that its owner wrote waits until an administrator confirms it; those that were there are administrators'.
  'alter table payees add column confirmed_at int8',
  'alter table payees add column confirmed_by_id text',
  'update payees set confirmed_at = changed_at, confirmed_by_id = changed_by_id',
  'alter table payouts add column payee_revision int4',
];

/** Accounts of owners in the secret box, and who confirmed them. */
export const sealedPayees = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
