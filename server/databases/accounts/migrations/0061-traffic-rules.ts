import { type Kysely, sql } from 'kysely';

/** Versions of the rules that judge views, with their author. Rows are only added. */
export const trafficRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table traffic_rules (
        id text not null primary key, valid_from int8 not null, made_by text not null,
        visitor_views int4, outlet_pace int2 not null, data_centre int2 not null, silent_minutes int4
      )`)
      .execute(db);
  },
};
