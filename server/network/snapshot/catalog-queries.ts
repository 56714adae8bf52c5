import type { PriceModel } from '#domain/money.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

export type OutletRow = { id: string; key: number; eui: string; retired_at: number | null };

export function findOutletsByEui(accounts: AccountsDb, euis: readonly string[]): Promise<OutletRow[]> {
  return accounts.selectFrom('outlets').select(['id', 'key', 'eui', 'retired_at']).where('eui', 'in', euis).execute();
}

export type AssignmentRow = {
  outlet_id: string;
  from_at: number;
  to_at: number | null;
  customer_id: string;
  customer_key: number;
  venue_id: string;
  time_zone: string;
};

export function findAssignments(accounts: AccountsDb, outletIds: readonly string[]): Promise<AssignmentRow[]> {
  return accounts
    .selectFrom('outlet_assignments as assignment')
    .innerJoin('customers', 'customers.id', 'assignment.customer_id')
    .innerJoin('venues', 'venues.id', 'assignment.venue_id')
    .select([
      'assignment.outlet_id',
      'assignment.from_at',
      'assignment.to_at',
      'assignment.customer_id',
      'customers.key as customer_key',
      'assignment.venue_id',
      'venues.time_zone',
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

export type FlightRow = {
  id: string;
  key: number;
  code: string;
  starts_at: number;
  ends_at: number;
  campaign_key: number;
  advertiser_key: number;
  budget_micros: number;
  paused: 0 | 1;
};

/** Flights by their code, or by the number the events store knows them under. */
export function findFlights(
  accounts: AccountsDb,
  wanted: { column: 'code'; values: readonly string[] } | { column: 'key'; values: readonly number[] },
): Promise<FlightRow[]> {
  return accounts
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
      'customers.key as advertiser_key',
      'flights.budget_micros',
      'flights.paused',
    ])
    .where(`flights.${wanted.column}`, 'in', wanted.values)
    .execute();
}

export type PriceRow = { flight_id: string; model: PriceModel; price_micros: number; valid_from: number };

export function findFlightPrices(accounts: AccountsDb, flightIds: readonly string[]): Promise<PriceRow[]> {
  return accounts
    .selectFrom('flight_prices')
    .select(['flight_id', 'model', 'price_micros', 'valid_from'])
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

export type TargetRow = { flight_id: string; outlet_id: string | null; venue_id: string | null };

export function findFlightTargets(accounts: AccountsDb, flightIds: readonly string[]): Promise<TargetRow[]> {
  return accounts
    .selectFrom('flight_targets')
    .select(['flight_id', 'outlet_id', 'venue_id'])
    .where('flight_id', 'in', flightIds)
    .execute();
}
