import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, VENUE_FIELDS, valuesIn } from '#contract/editable-fields.ts';
import type { Venue } from '#contract/venues.ts';
import { versionAt } from '#domain/version-at.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns, fieldCells } from '../../exports/export-columns.ts';
import { AppError } from '../../http/app-error.ts';
import { findKeysOf } from '../../network/access-key-queries.ts';
import { shownKey } from '../../network/change-access-keys.ts';
import {
  type CustomerRow,
  findCustomer,
  findShares,
  findVenue,
  findVenues,
  type VenueRow,
} from './customers-queries.ts';
import { countHeldOutlets } from './held-outlets-queries.ts';

export type CustomerDependencies = Pick<Dependencies, 'accounts' | 'config' | 'imports' | 'now'>;

/** Customers as administrators see them. */
export async function shownCustomers(
  { accounts, config, now }: CustomerDependencies,
  rows: readonly CustomerRow[],
): Promise<AdminCustomer[]> {
  const ids = rows.map(({ id }) => id);
  const outlets = await countHeldOutlets(accounts, { by: 'customer_id', ids, when: 'now', nowMs: now() });
  return rows.map((row) => shown(row, outlets.get(row.id) ?? 0, config.ownerSharePpm));
}

/** Throws 404 for an unknown customer id. */
export async function showCustomer(dependencies: CustomerDependencies, id: string): Promise<AdminCustomer> {
  const [customer] = await shownCustomers(dependencies, [await customerRow(dependencies, id)]);
  if (customer === undefined) throw new Error('a customer was not shown');
  return customer;
}

/** `defaultSharePpm` applies if an owner has no share of its own. */
const shown = (row: CustomerRow, outlets: number, defaultSharePpm: number): AdminCustomer => ({
  id: row.id,
  ...valuesIn(CUSTOMER_FIELDS, row),
  kind: row.kind,
  status: row.deleted_at === null ? 'active' : 'retired',
  outlets,
  venues: Number(row.venues),
  campaigns: Number(row.campaigns),
  accounts: Number(row.accounts),
  share: row.kind === 'advertiser' ? null : (row.share_ppm ?? defaultSharePpm) / 1_000_000,
  created_at: new Date(row.created_at).toISOString(),
  version: row.updated_at,
});

/** The columns of customers.csv, so that the file can be imported again. */
export const CUSTOMER_COLUMNS = exportColumns<'customers', CustomerRow>('customers', {
  ...fieldCells(CUSTOMER_FIELDS, (row: CustomerRow) => row),
  kind: ({ kind }) => kind,
  share: ({ share_ppm }) => (share_ppm === null ? null : share_ppm / 1_000_000),
  share_from: ({ share_from }) => (share_from === null ? null : new Date(share_from).toISOString()),
});

async function shownVenues({ accounts, now }: CustomerDependencies, rows: readonly VenueRow[]): Promise<Venue[]> {
  const ids = rows.map(({ id }) => id);
  const outlets = await countHeldOutlets(accounts, { by: 'venue_id', ids, when: 'now', nowMs: now() });
  return rows.map((row) => ({
    id: row.id,
    ...valuesIn(VENUE_FIELDS, row),
    time_zone: row.time_zone,
    outlets: outlets.get(row.id) ?? 0,
    version: row.updated_at,
  }));
}

/** Throws 404 for an unknown customer id. */
export async function customerRow({ accounts, now }: CustomerDependencies, id: string): Promise<CustomerRow> {
  const row = await findCustomer(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'There is no such customer.');
  return row;
}

/** Throws 404 for an unknown venue id. */
export async function showVenue(dependencies: CustomerDependencies, id: string): Promise<Venue> {
  const row = await findVenue(dependencies.accounts, id);
  const [venue] = row === undefined ? [] : await shownVenues(dependencies, [row]);
  if (venue === undefined) throw new AppError('not-found', 'There is no such venue.');
  return venue;
}

export async function describeCustomer(dependencies: CustomerDependencies, id: string): Promise<CustomerDetail> {
  const { accounts, config, now } = dependencies;
  const customer = await showCustomer(dependencies, id);
  const [venues, shares, keys] = await Promise.all([
    findVenues(accounts, id),
    findShares(accounts, id),
    findKeysOf(accounts, 'customer_id', id),
  ]);
  const versions = shares.map((share) => ({ ppm: share.share_ppm, validFrom: share.valid_from }));
  const current = versionAt(versions, now());
  return {
    customer,
    venues: await shownVenues(dependencies, venues),
    shares: versions.map((version) => ({
      share: version.ppm / 1_000_000,
      from: new Date(version.validFrom).toISOString(),
      current: version === current,
    })),
    default_share: config.ownerSharePpm / 1_000_000,
    time_zone: config.networkTimeZone,
    keys: keys.map((key) => shownKey(key, now())),
  };
}
