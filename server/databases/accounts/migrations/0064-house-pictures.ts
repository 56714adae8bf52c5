import { type Kysely, sql } from 'kysely';

/** The pictures that properties show at their outlets if no flight runs. */
export const housePictures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table house_pictures (
        customer_id text not null primary key references customers (id), id text not null,
        file_hash text not null references creative_files (hash), duration_seconds int4 not null,
        target_url text not null, updated_at int8 not null
      )`)
      .execute(db);
  },
};
