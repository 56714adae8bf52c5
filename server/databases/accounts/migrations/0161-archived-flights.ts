import { type Kysely, sql } from 'kysely';

/** When a flight was archived; null if it is not. */
export const archivedFlights = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table flights add column archived_at int8').execute(db);
  },
};
