import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

/**
 * Takes the store's write lock before anything is read, so that a running server cannot change what an import has
 * checked (SQLite refuses to upgrade a stale reader).
 */
export async function lockForWriting(tx: Tx): Promise<void> {
  await tx.updateTable('settings').set({ name: 'import_lock' }).where('name', '=', 'import_lock').execute();
}

export type CustomerRow = {
  id: string;
  name: string;
  name_key: string;
  kind: 'property' | 'advertiser';
  category: string;
};

export function findCustomers(tx: Tx): Promise<CustomerRow[]> {
  return tx
    .selectFrom('customers')
    .select(['id', 'name', 'name_key', 'kind', 'category'])
    .where('deleted_at', 'is', null)
    .execute();
}

export async function insertCustomer(
  tx: Tx,
  row: Omit<CustomerRow, 'id' | 'name_key'>,
  nowMs: number,
): Promise<string> {
  const id = newId();
  const times = { created_at: nowMs, updated_at: nowMs, deleted_at: null };
  await tx
    .insertInto('customers')
    .values({ id, ...row, name_key: nameKey(row.name), ...times })
    .execute();
  return id;
}

export async function updateCustomer(
  tx: Tx,
  id: string,
  change: { name: string; category: string },
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ ...change, updated_at: nowMs })
    .where('id', '=', id)
    .execute();
}

export type VenueFields = {
  type: string;
  address: string;
  city: string;
  state: string;
  time_zone: string;
  lat: number | null;
  lng: number | null;
};
export type VenueRow = VenueFields & { id: string; customer_id: string; name: string; name_key: string };

export function findVenues(tx: Tx): Promise<VenueRow[]> {
  return tx
    .selectFrom('venues')
    .select(['id', 'customer_id', 'name', 'name_key', 'type', 'address', 'city', 'state', 'time_zone', 'lat', 'lng'])
    .execute();
}

export async function insertVenue(tx: Tx, row: Omit<VenueRow, 'id' | 'name_key'>, nowMs: number): Promise<string> {
  const id = newId();
  const times = { created_at: nowMs, updated_at: nowMs };
  await tx
    .insertInto('venues')
    .values({ id, ...row, name_key: nameKey(row.name), ...times })
    .execute();
  return id;
}

export async function updateVenue(tx: Tx, id: string, fields: VenueFields, nowMs: number): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ ...fields, updated_at: nowMs })
    .where('id', '=', id)
    .execute();
}

export type OutletFields = { label: string; lat: number | null; lng: number | null };
export type OutletRow = OutletFields & { id: string; eui: string; retired_at: number | null };

export function findOutlets(tx: Tx): Promise<OutletRow[]> {
  return tx.selectFrom('outlets').select(['id', 'eui', 'label', 'lat', 'lng', 'retired_at']).execute();
}

export async function insertOutlet(tx: Tx, row: OutletFields & { eui: string }, nowMs: number): Promise<string> {
  const id = newId();
  const rest = { last_seen_at: null, retired_at: null, created_at: nowMs, updated_at: nowMs };
  await tx
    .insertInto('outlets')
    .values({ id, ...row, ...rest })
    .execute();
  return id;
}

export async function updateOutlet(tx: Tx, id: string, fields: OutletFields, nowMs: number): Promise<void> {
  await tx
    .updateTable('outlets')
    .set({ ...fields, updated_at: nowMs })
    .where('id', '=', id)
    .execute();
}

export type CampaignRow = { id: string; customer_id: string; name: string };

export function findCampaigns(tx: Tx): Promise<CampaignRow[]> {
  return tx.selectFrom('campaigns').select(['id', 'customer_id', 'name']).execute();
}

export async function insertCampaign(tx: Tx, row: Omit<CampaignRow, 'id'>, nowMs: number): Promise<string> {
  const id = newId();
  await tx
    .insertInto('campaigns')
    .values({ id, ...row, created_at: nowMs, updated_at: nowMs })
    .execute();
  return id;
}

export type FlightFields = { starts_at: number; ends_at: number; budget_micros: number };
export type FlightRow = FlightFields & { id: string; campaign_id: string; code: string };

export function findFlights(tx: Tx): Promise<FlightRow[]> {
  return tx
    .selectFrom('flights')
    .select(['id', 'campaign_id', 'code', 'starts_at', 'ends_at', 'budget_micros'])
    .execute();
}

export async function insertFlight(
  tx: Tx,
  row: FlightFields & { campaign_id: string; code: string },
  nowMs: number,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('flights')
    .values({ id, ...row, paused: 0, created_at: nowMs, updated_at: nowMs })
    .execute();
  return id;
}

export async function updateFlight(tx: Tx, id: string, fields: FlightFields, nowMs: number): Promise<void> {
  await tx
    .updateTable('flights')
    .set({ ...fields, updated_at: nowMs })
    .where('id', '=', id)
    .execute();
}

export type TargetRow = { flight_id: string; outlet_id: string | null; venue_id: string | null };

export function findTargets(tx: Tx): Promise<TargetRow[]> {
  return tx.selectFrom('flight_targets').select(['flight_id', 'outlet_id', 'venue_id']).execute();
}

/** Replaces where a flight may run. */
export async function setTargets(
  tx: Tx,
  flightId: string,
  targets: readonly Omit<TargetRow, 'flight_id'>[],
): Promise<void> {
  await tx.deleteFrom('flight_targets').where('flight_id', '=', flightId).execute();
  for (const target of targets) {
    await tx
      .insertInto('flight_targets')
      .values({ id: newId(), flight_id: flightId, ...target })
      .execute();
  }
}

export type PriceRow = { flight_id: string; model: PriceModel; price_micros: number; valid_from: number };

export function findPrices(tx: Tx): Promise<PriceRow[]> {
  return tx.selectFrom('flight_prices').select(['flight_id', 'model', 'price_micros', 'valid_from']).execute();
}
