import { type Kysely, sql } from 'kysely';

/** What people sent of money: the key sees to it that one sending is one act, and the row that came of it answers the next one. */
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
