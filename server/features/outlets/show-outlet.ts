import { fieldNames, OUTLET_FIELDS, VENUE_FIELDS, valuesIn } from '#contract/editable-fields.ts';
import type { AdminOutlet, OutletDetail } from '#contract/outlets.ts';
import { shownEui } from '#domain/eui.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns, fieldCells } from '../../exports/export-columns.ts';
import { AppError } from '../../http/app-error.ts';
import { findKeysOf } from '../../network/access-key-queries.ts';
import { findPlaces } from '../../network/assignment-queries.ts';
import { shownKey } from '../../network/change-access-keys.ts';
import { findOutlet, type OutletRow } from './outlets-queries.ts';

export type OutletDependencies = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'imports' | 'now'>;

const instant = (ms: number): string => new Date(ms).toISOString();

/** An outlet as administrators see it. */
export const shownOutlet = (row: OutletRow, nowMs: number): AdminOutlet => ({
  id: row.id,
  eui: row.eui,
  ...valuesIn(OUTLET_FIELDS, row),
  status: row.retired_at === null ? outletStatus(row.last_seen_at, nowMs) : 'retired',
  last_seen: row.last_seen_at === null ? null : instant(row.last_seen_at),
  retired_at: row.retired_at === null ? null : instant(row.retired_at),
  place: placeOf(row),
  keys: Number(row.keys),
  version: row.updated_at,
});

type VenueCells = { readonly [Name in keyof typeof VENUE_FIELDS]: string | number | null };
const venueOf = (row: OutletRow): VenueCells =>
  Object.fromEntries(fieldNames(VENUE_FIELDS).map((name) => [name, row[`venue_${name}`]])) as VenueCells;

/** The columns of outlets.csv, so that the file can be imported again. */
export const OUTLET_COLUMNS = exportColumns<'outlets', OutletRow>('outlets', {
  eui: ({ eui }) => shownEui(eui),
  customer: ({ customer }) => customer,
  ...fieldCells(VENUE_FIELDS, venueOf),
  from: ({ from_at }) => (from_at === null ? null : new Date(from_at).toISOString()),
  ...fieldCells(OUTLET_FIELDS, (row: OutletRow) => row),
  time_zone: ({ time_zone }) => time_zone,
});

function placeOf({ customer_id, customer, venue_id, venue, type_of_venue, time_zone, from_at }: OutletRow) {
  if (customer_id === null || customer === null || venue_id === null || venue === null) return null;
  const venueFields = { venue_id, venue, venue_type: type_of_venue ?? '', time_zone: time_zone ?? '' };
  return { customer_id, customer, ...venueFields, from: instant(from_at ?? 0) };
}

/** Throws 404 for an unknown outlet id. */
export async function outletRow({ accounts, now }: OutletDependencies, id: string): Promise<OutletRow> {
  const row = await findOutlet(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'There is no such outlet.');
  return row;
}

export async function describeOutlet(dependencies: OutletDependencies, id: string): Promise<OutletDetail> {
  const { accounts, now } = dependencies;
  const nowMs = now();
  const [row, places, keys] = await Promise.all([
    outletRow(dependencies, id),
    findPlaces(accounts, id),
    findKeysOf(accounts, 'outlet_id', id),
  ]);
  return {
    outlet: shownOutlet(row, nowMs),
    assignments: places.map(({ from_at, to_at, type, customer_id, customer, venue_id, venue, time_zone }) => ({
      customer_id,
      customer,
      venue_id,
      venue,
      venue_type: type,
      time_zone,
      from: instant(from_at),
      to: to_at === null ? null : instant(to_at),
      current: from_at <= nowMs && (to_at === null || to_at > nowMs),
    })),
    keys: keys.map((key) => shownKey(key, nowMs)),
  };
}
