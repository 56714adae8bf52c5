import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table outlet_meters (
    outlet_key int4 primary key, epoch int4 not null, anchor_milli_wh int8 not null, anchor_at int8 not null,
    last_milli_wh int8 not null, last_at int8 not null, suspect_milli_wh int8, suspect_at int8
  )`,
  `create table implausible_readings (
    outlet_key int4 not null, event_id text not null, source text not null, at int8 not null, milli_wh int8 not null,
    most_milli_wh int8 not null, received_at int8 not null, primary key (outlet_key, event_id, source)
  )`,
];

/** The state of each outlet's cumulative meter, and readings that exceed its power. */
export const meters = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
