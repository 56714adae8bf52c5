import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table contact_hours (
    outlet_key int4 not null, hour int4 not null, first_half int4 not null, second_half int4 not null,
    primary key (outlet_key, hour)
  )`,
  `create table outlet_faults (
    outlet_key int4 not null, event_id text not null, kind text not null, at int8 not null, received_at int8 not null,
    primary key (outlet_key, event_id)
  )`,
  'create index outlet_faults_of_outlet on outlet_faults (outlet_key, at)',
  'create index outlet_faults_by_arrival on outlet_faults (received_at)',
];

/** The minutes in which each outlet was in contact, and the faults that it reported. */
export const contactsAndFaults = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
