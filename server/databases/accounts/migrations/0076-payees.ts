import { type Kysely, sql } from 'kysely';

/** The payout account of each owner, and when it was changed. */
export const payees = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table payees (
          customer_id text not null primary key references customers (id),
          holder text not null, account text not null, bank text not null,
          changed_at int8 not null, changed_by_id text not null
        )`,
      )
      .execute(db);
  },
};
