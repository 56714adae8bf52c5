import { type Kysely, sql } from 'kysely';

/**
 * Visitors are limited by seconds of ads per hour, not by views. Older versions of the rules are converted in
 * proportion to the defaults, 30 views and 3,600 seconds. `visitor_views` is no longer read. `backfill_hours`: how long
 * before a late view its outlet must have been in contact; null is off.
 */
export const visitorSeconds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table traffic_rules add column visitor_seconds int4').execute(db);
    await sql.raw('alter table traffic_rules add column backfill_hours int4').execute(db);
    await sql.raw('update traffic_rules set visitor_seconds = visitor_views * 120, backfill_hours = 48').execute(db);
  },
};
