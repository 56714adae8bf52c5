import { type Kysely, sql } from 'kysely';

/**
 * Keys of each purpose, encrypted with the root secret. The highest version that is active already signs and encrypts.
 */
export const purposeKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table purpose_keys (
        id text not null primary key,
        purpose text not null,
        version int8 not null,
        sealed text not null,
        made_at int8 not null,
        active_from int8 not null,
        unique (purpose, version)
      )`)
      .execute(db);
  },
};
