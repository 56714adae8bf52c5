import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import type { Venue } from '#contract/venues.ts';
import { CUSTOMER_FIELDS, VENUE_FIELDS, valuesIn } from '#contract/written-fields.ts';
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

export type CustomerDependencies = Pick<Dependencies, 'accounts' | 'config' | 'imports' | 'now'>;

/** A customer as administrators see it; `defaultSharePpm` where an owner has no share of its own. */
export const shownCustomer = (row: CustomerRow, defaultSharePpm: number): AdminCustomer => ({
  id: row.id,
  ...valuesIn(CUSTOMER_FIELDS, row),
  kind: row.kind,
  status: row.deleted_at === null ? 'active' : 'retired',
  outlets: Number(row.outlets),
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

export const shownVenue = (row: VenueRow): Venue => ({
  id: row.id,
  ...valuesIn(VENUE_FIELDS, row),
  time_zone: row.time_zone,
  outlets: Number(row.outlets),
  version: row.updated_at,
});

/** Throws 404 for an id of no customer. */
export async function customerRow({ accounts, now }: CustomerDependencies, id: string): Promise<CustomerRow> {
  const row = await findCustomer(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'There is no such customer.');
  return row;
}

/** Throws 404 for an id of no venue. */
export async function venueRow({ accounts, now }: CustomerDependencies, id: string): Promise<VenueRow> {
  const row = await findVenue(accounts, id, now());
  if (row === undefined) throw new AppError('not-found', 'There is no such venue.');
  return row;
}

export async function describeCustomer(dependencies: CustomerDependencies, id: string): Promise<CustomerDetail> {
  const { accounts, config, now } = dependencies;
  const row = await customerRow(dependencies, id);
  const [venues, shares, keys] = await Promise.all([
    findVenues(accounts, id, now()),
    findShares(accounts, id),
    findKeysOf(accounts, 'customer_id', id),
  ]);
  const versions = shares.map((share) => ({ ppm: share.share_ppm, validFrom: share.valid_from }));
  const current = versionAt(versions, now());
  return {
    customer: shownCustomer(row, config.ownerSharePpm),
    venues: venues.map(shownVenue),
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
