import { type Kysely, sql } from 'kysely';

/** An import finds flights by their codes, ignoring case, without reading all of them. */
export const flightCodeLookUp = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index flights_code_lower on flights (lower(code))`.execute(db);
  },
};
