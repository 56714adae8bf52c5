import type { TrafficRulesVersion } from '#domain/judging-rules.ts';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { RULE_COLUMNS, rulesOfRow } from '../read-traffic-rules.ts';

export type OutletRow = {
  id: string;
  key: number;
  eui: string;
  retired_at: number | null;
  rated_watts: number | null;
  sockets: number | null;
};

export function findOutletsByEui(accounts: AccountsDb, euis: readonly string[]): Promise<OutletRow[]> {
  return accounts
    .selectFrom('outlets')
    .select(['id', 'key', 'eui', 'retired_at', 'rated_watts', 'sockets'])
    .where('eui', 'in', euis)
    .execute();
}

export type AssignmentRow = {
  outlet_id: string;
  from_at: number;
  to_at: number | null;
  customer_id: string;
  customer_key: number;
  venue_id: string;
  time_zone: string;
  venue_type: string;
  venue_state: string;
  opening_hours: string;
  lat: number | null;
  lng: number | null;
  venue_lat: number | null;
  venue_lng: number | null;
  reviews_creatives: 0 | 1;
  blocked_categories: string;
  house_id: string | null;
  house_seconds: number | null;
  house_target: string | null;
  hash: string | null;
  type: 'image/png' | 'image/jpeg' | 'image/webp' | null;
  width: number | null;
  height: number | null;
};

export function findAssignments(accounts: AccountsDb, outletIds: readonly string[]): Promise<AssignmentRow[]> {
  return accounts
    .selectFrom('outlet_assignments as assignment')
    .innerJoin('customers', 'customers.id', 'assignment.customer_id')
    .innerJoin('venues', 'venues.id', 'assignment.venue_id')
    .innerJoin('outlets', 'outlets.id', 'assignment.outlet_id')
    .leftJoin('house_pictures', 'house_pictures.customer_id', 'assignment.customer_id')
    .leftJoin('creative_files', 'creative_files.hash', 'house_pictures.file_hash')
    .select([
      'assignment.outlet_id',
      'assignment.from_at',
      'assignment.to_at',
      'assignment.customer_id',
      'customers.key as customer_key',
      'assignment.venue_id',
      'venues.time_zone',
      'venues.type as venue_type',
      'venues.state as venue_state',
      'venues.opening_hours',
      'venues.lat as venue_lat',
      'venues.lng as venue_lng',
      'outlets.lat',
      'outlets.lng',
      'customers.reviews_creatives',
      'customers.blocked_categories',
      'house_pictures.id as house_id',
      'house_pictures.duration_seconds as house_seconds',
      'house_pictures.target_url as house_target',
      'creative_files.hash',
      'creative_files.type',
      'creative_files.width',
      'creative_files.height',
    ])
    .where('assignment.outlet_id', 'in', outletIds)
    .execute();
}

export type ShareRow = { customer_id: string; share_ppm: number; valid_from: number };

export function findOwnerShares(accounts: AccountsDb, customerIds: readonly string[]): Promise<ShareRow[]> {
  return accounts
    .selectFrom('owner_shares')
    .select(['customer_id', 'share_ppm', 'valid_from'])
    .where('customer_id', 'in', customerIds)
    .execute();
}

export type FlightRow = Awaited<ReturnType<typeof findFlights>>[number];

const flights = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select([
      'flights.id',
      'flights.key',
      'flights.code',
      'flights.starts_at',
      'flights.ends_at',
      'campaigns.key as campaign_key',
      'campaigns.sponsor',
      'campaigns.category',
      'campaigns.utm',
      'campaigns.time_zone',
      'customers.key as advertiser_key',
      'customers.name as advertiser_name',
      'flights.budget_micros',
      'flights.paused',
      'flights.approved_at',
      'flights.cancelled_at',
      'flights.pacing',
      'flights.daily_cap_micros',
      'flights.visitor_cap',
      'flights.targets',
      'flights.accepts_unsigned',
    ]);

/** Finds flights by code, or by their key in the events store. */
export const findFlights = (
  accounts: AccountsDb,
  wanted: { column: 'code'; values: readonly string[] } | { column: 'key'; values: readonly number[] },
) => flights(accounts).where(`flights.${wanted.column}`, 'in', wanted.values).execute();

/** Finds approved flights that have not ended, paused or not. */
export const findOpenFlights = (accounts: AccountsDb, nowMs: number) =>
  flights(accounts)
    .where('flights.state', '=', 'approved')
    .where('flights.ends_at', '>', nowMs)
    .orderBy('flights.key')
    .execute();

export type PriceRow = {
  flight_id: string;
  model: PriceModel;
  price_micros: number;
  valid_from: number;
  venue_type: string;
};

export function findFlightPrices(accounts: AccountsDb, flightIds: readonly string[]): Promise<PriceRow[]> {
  return accounts
    .selectFrom('flight_prices')
    .select(['flight_id', 'model', 'price_micros', 'valid_from', 'venue_type'])
    .where('flight_id', 'in', flightIds)
    .execute();
}

export type PauseRow = { flight_id: string; from_at: number; to_at: number | null };

export function findFlightPauses(accounts: AccountsDb, flightIds: readonly string[]): Promise<PauseRow[]> {
  return accounts
    .selectFrom('flight_pauses')
    .select(['flight_id', 'from_at', 'to_at'])
    .where('flight_id', 'in', flightIds)
    .execute();
}

export type CreativeRow = Awaited<ReturnType<typeof findFlightCreatives>>[number];

/** Finds creatives that have a picture and were not removed, oldest first. Their IDs are in creation order. */
export const findFlightCreatives = (accounts: AccountsDb, flightIds: readonly string[]) =>
  accounts
    .selectFrom('creatives')
    .innerJoin('creative_files', 'creative_files.hash', 'creatives.file_hash')
    .select([
      'creatives.id',
      'creatives.flight_id',
      'creatives.duration_seconds',
      'creatives.target_url',
      'creatives.weight',
      'creatives.utm',
      'creative_files.hash',
      'creative_files.type',
      'creative_files.width',
      'creative_files.height',
    ])
    .where('creatives.flight_id', 'in', flightIds)
    .where('creatives.removed_at', 'is', null)
    .orderBy('creatives.id')
    .execute();

export type DecisionRow = { creative_id: string; customer_id: string; decision: 'accepted' | 'refused' };

export const findCreativeDecisions = (accounts: AccountsDb, creativeIds: readonly string[]): Promise<DecisionRow[]> =>
  accounts
    .selectFrom('creative_decisions')
    .select(['creative_id', 'customer_id', 'decision'])
    .where('creative_id', 'in', creativeIds)
    .execute();

export type PlayKeyRow = { id: number; sealed: string; retired_at: number | null };

export function findPlayKeys(accounts: AccountsDb): Promise<PlayKeyRow[]> {
  return accounts.selectFrom('play_keys').select(['id', 'sealed', 'retired_at']).execute();
}

/**
 * Finds all versions of the rules for invalid traffic, oldest first. If two versions start at the same time, the later
 * one in this order applies.
 */
export async function findTrafficRules(accounts: AccountsDb): Promise<TrafficRulesVersion[]> {
  const rows = await accounts
    .selectFrom('traffic_rules')
    .select(['id', 'valid_from', ...RULE_COLUMNS])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ validFrom: row.valid_from, ...rulesOfRow(row) }));
}
