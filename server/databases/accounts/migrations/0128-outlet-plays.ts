import { type Kysely, sql } from 'kysely';

/** The plays that outlets have, if several processes serve them: JSON, one row per outlet. */
export const outletPlays = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw("create table outlet_plays (outlet_key int8 not null primary key, plays text not null default '[]')")
      .execute(db);
  },
};
