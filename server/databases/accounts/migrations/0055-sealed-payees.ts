import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  // Beside `payees`, whose plain columns are emptied when the server starts. The store does not know the secret.
  `create table payee_seals (
    customer_id text not null primary key references customers (id),
    sealed text not null, revision int4 not null, confirmed_at int8, confirmed_by_id text
  )`,
  'create table payout_payees (payout_id text not null primary key, revision int4 not null)',
];

/**
 * Encrypted payout accounts of owners, the administrator who confirmed each, and the revision that a payout was
 * proposed with.
 */
export const sealedPayees = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
