import { type Kysely, sql } from 'kysely';

/** The most power an outlet can give, in watts; null where it is not entered. */
export const ratedWatts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlets add column rated_watts float8').execute(db);
  },
};
