import { type Kysely, sql } from 'kysely';

/** The address that gets a customer's documents. Empty: the customer's users. */
export const billingEmail = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table customers add column billing_email text not null default ''").execute(db);
  },
};
