import { type Kysely, sql } from 'kysely';

/** The name of a flight, shown beside its code; '' for none. */
export const flightLabels = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table flights add column label text not null default ''").execute(db);
  },
};
