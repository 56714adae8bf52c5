import { type Kysely, sql } from 'kysely';

/** Encrypted secrets that sign plays. One of them signs; retired ones still verify. */
export const playKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table play_keys (
        id int8 not null primary key,
        sealed text not null,
        made_at int8 not null,
        retired_at int8
      )`)
      .execute(db);
    await sql
      .raw('create unique index play_keys_signing on play_keys (coalesce(retired_at, 0)) where retired_at is null')
      .execute(db);
  },
};
