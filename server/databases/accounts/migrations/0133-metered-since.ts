import { type Kysely, sql } from 'kysely';

/**
 * The time from which an outlet's meter measures its charges. For existing meters, the earliest time that is certain.
 */
export const meteredSince = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table outlet_meters add column since_at int8 not null default 0').execute(db);
    await sql.raw('update outlet_meters set since_at = anchor_at').execute(db);
  },
};
