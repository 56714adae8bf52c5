import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table flight_pauses (
    id text not null primary key,
    flight_id text not null references flights (id),
    from_at int8 not null,
    to_at int8,
    check (to_at is null or to_at >= from_at)
  )`,
  'create index flight_pauses_flight on flight_pauses (flight_id)',
  'create unique index flight_pauses_open on flight_pauses (flight_id) where to_at is null',
];

/** When flights were paused: an event from before a pause earns, even if it is reported late. */
export const flightPauses = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
