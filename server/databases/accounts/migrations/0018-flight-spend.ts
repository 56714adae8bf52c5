import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  'create table flight_spend (flight_key int4 not null primary key, spent_micros int8 not null)',
  `create table spend_reservations (
    id text not null primary key,
    made_at int8 not null,
    amounts text not null
  )`,
  'create index spend_reservations_made on spend_reservations (made_at)',
];

/** The spent and reserved amounts of flights, for installations where several processes store events. */
export const flightSpend = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
