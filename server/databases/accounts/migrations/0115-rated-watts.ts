import { type Kysely, sql } from 'kysely';

/** The maximum power of an outlet in watts. Null if not entered. */
export const ratedWatts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlets add column rated_watts float8').execute(db);
  },
};
