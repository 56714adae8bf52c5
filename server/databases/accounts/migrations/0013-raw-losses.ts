import { type Kysely, sql } from 'kysely';

/** Weeks with raw events that are known to be lost: their sealed sums are kept. */
export const rawLosses = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table raw_losses (week text primary key, seal int8, sealed_until text, expected int8 not null,
          missing int8 not null, parts text not null, noted_at int8 not null, accepted_at int8)`,
      )
      .execute(db);
  },
};
