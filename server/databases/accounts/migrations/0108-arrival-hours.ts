import { type Kysely, sql } from 'kysely';

/**
 * The hours (of UTC, since 1970) in which data of an outlet arrived here. `contact_hours` has the times that outlets
 * report. It was the only record before this table, so the past is copied from it.
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
