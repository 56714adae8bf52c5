import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table play_leases (
    id int8 not null primary key,
    flight_key int4 not null,
    left_micros int8 not null,
    from_date text not null,
    to_date text not null,
    until_at int8 not null
  )`,
  'create index play_leases_flight on play_leases (flight_key)',
  "alter table flight_spend add column days text not null default ''",
];

/** Parts of budgets that are reserved for plays, and the spending of flights by day. */
export const playLeases = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
