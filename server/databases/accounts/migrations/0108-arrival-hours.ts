import { type Kysely, sql } from 'kysely';

/**
 * The hours (of UTC, since 1970) in which something of an outlet arrived here. `contact_hours` has the times that outlets
 * name themselves; before this table it was all that was known, so the past is copied from there.
 */
export const arrivalHours = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw('create table arrival_hours (outlet_key int4 not null, hour int4 not null, primary key (outlet_key, hour))')
      .execute(db);
    await sql
      .raw('insert into arrival_hours (outlet_key, hour) select outlet_key, hour from contact_hours')
      .execute(db);
  },
};
