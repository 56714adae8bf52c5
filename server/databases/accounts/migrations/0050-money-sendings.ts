import { type Kysely, sql } from 'kysely';

/**
 * Idempotency keys of money forms. The key ensures that one submission is one action, and a repetition returns the row
 * that resulted.
 */
export const moneySendings = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table money_sendings (
          id text not null primary key, act text not null, sent_by_id text not null, wish_hash text not null,
          row_id text not null, sent_at int8 not null
        )`,
      )
      .execute(db);
  },
};
