import { type Kysely, sql } from 'kysely';

/** `approved_at` 0: older flights ran from their first moment. A draft has none. */
const STATEMENTS: readonly string[] = [
  "alter table campaigns add column sponsor text not null default ''",
  "alter table campaigns add column category text not null default 'other'",
  "alter table campaigns add column time_zone text not null default ''",
  `alter table flights add column state text not null default 'approved'
    check (state in ('draft', 'in_review', 'returned', 'approved', 'cancelled'))`,
  'alter table flights add column approved_at int8 default 0',
  'alter table flights add column cancelled_at int8',
  'alter table flights add column submitted_at int8',
  "alter table flights add column submitted_by text not null default ''",
  "alter table flights add column return_reason text not null default ''",
  "alter table flights add column pacing text not null default 'even' check (pacing in ('even', 'fast'))",
  'alter table flights add column daily_cap_micros int8',
  'alter table flights add column visitor_cap int4',
  "alter table flights add column price_source text not null default 'own' check (price_source in ('card', 'own'))",
  'alter table flights add column price_model text',
  "alter table flight_prices add column venue_type text not null default ''",
  'drop index flight_prices_version',
  'create unique index flight_prices_version on flight_prices (flight_id, venue_type, valid_from)',
  `create table flight_proposals (
    flight_id text not null primary key references flights (id),
    id text not null, fields text not null, made_at int8 not null, made_by text not null, made_by_id text
  )`,
  `create table rate_card (
    id text not null primary key, model text not null check (model in ('cpm', 'cpc', 'cpb', 'flat')),
    venue_type text not null, price_micros int8 not null check (price_micros >= 0), valid_from int8 not null
  )`,
  'create unique index rate_card_version on rate_card (model, venue_type, valid_from)',
];

/**
 * Campaigns that advertisers run without an administrator: states of flights, caps, pacing, proposed changes, and the
 * prices of the network.
 */
export const runCampaigns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
