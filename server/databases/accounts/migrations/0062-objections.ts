import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table objections (
    id text not null primary key, customer_id text not null references customers (id),
    outlet_id text not null references outlets (id), day text not null, reason text not null, words text not null,
    state text not null check (state in ('open', 'accepted', 'declined')),
    raised_at int8 not null, raised_by text not null, raised_by_id text,
    decided_at int8, decided_by text, answer text not null
  )`,
  'create unique index objections_once on objections (customer_id, outlet_id, day, reason)',
  `create table adjustments (
    id text not null primary key, objection_id text not null references objections (id), made_at int8 not null,
    made_by text not null, reason text not null, outlet_id text not null references outlets (id), day text not null,
    invalid text not null
  )`,
  'create unique index adjustments_of_objection on adjustments (objection_id)',
  'create index adjustments_of_day on adjustments (outlet_id, day, invalid)',
  `create table adjustment_lines (
    adjustment_id text not null references adjustments (id), owner_key int8 not null, advertiser_key int8 not null,
    campaign_key int8 not null, flight_key int8 not null, events int8 not null, amount_micros int8 not null,
    owner_micros int8 not null,
    primary key (adjustment_id, owner_key, flight_key)
  )`,
];

/** A customer's dispute of a judgement, and its outcome for both sides. */
export const objections = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
