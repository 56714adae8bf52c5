import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

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
