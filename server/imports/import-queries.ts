import { sql } from 'kysely';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { inGroups } from '../lib/in-groups.ts';
import type { OutletRow as Outlet, VenueRow as Venue } from '../network/site-queries.ts';

type Versioned = { readonly updated_at: number };
export type VenueRow = Venue & Versioned;
export type OutletRow = Outlet & Versioned;

/** Lookups by name in batches. No lookup reads a whole table. */

export const findSharesOf = (db: AccountsDb, customerIds: Iterable<string>) =>
  inGroups(customerIds, (group) =>
    db
      .selectFrom('owner_shares')
      .select(['customer_id', 'share_ppm', 'valid_from'])
      .where('customer_id', 'in', group)
      .execute(),
  );

/** Finds venues by customer and name. May also return a venue of a customer other than the one that the line names. */
export const findVenuesNamed = (
  db: AccountsDb,
  customerIds: readonly string[],
  keys: Iterable<string>,
): Promise<VenueRow[]> =>
  inGroups(keys, (group) =>
    inGroups(customerIds, (customers) =>
      db
        .selectFrom('venues')
        .selectAll()
        .where('customer_id', 'in', customers)
        .where('name_key', 'in', group)
        .execute(),
    ),
  );

export const findOutletsNamed = (db: AccountsDb, euis: Iterable<string>): Promise<OutletRow[]> =>
  inGroups(euis, (group) => db.selectFrom('outlets').selectAll().where('eui', 'in', group).execute());

/** Finds outlets' assignments, oldest first. */
export const findHistories = (db: AccountsDb, outletIds: Iterable<string>) =>
  inGroups(outletIds, (group) =>
    db
      .selectFrom('outlet_assignments')
      .select(['id', 'outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'])
      .where('outlet_id', 'in', group)
      .orderBy('outlet_id')
      .orderBy('from_at')
      .execute(),
  );

export type CampaignRow = {
  id: string;
  customer_id: string;
  name: string;
  sponsor: string;
  category: string;
  time_zone: string;
};

/** Finds a page of an advertiser's campaigns, by ID. */
export const findCampaignsOf = (db: AccountsDb, customerId: string, afterId: string): Promise<CampaignRow[]> =>
  db
    .selectFrom('campaigns')
    .select(['id', 'customer_id', 'name', 'sponsor', 'category', 'time_zone'])
    .where('customer_id', '=', customerId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(1_000)
    .execute();

export type FlightFields = { starts_at: number; ends_at: number; budget_micros: number };
export type FlightRow = FlightFields & {
  id: string;
  campaign_id: string;
  code: string;
  label: string;
  targets: string;
  daily_cap_micros: number | null;
  visitor_cap: number | null;
  pacing: 'even' | 'fast';
  accepts_unsigned: 0 | 1 | 2;
  updated_at: number;
};

/** Finds flights by code, ignoring case. */
export const findFlightsNamed = (db: AccountsDb, lowerCodes: Iterable<string>): Promise<FlightRow[]> =>
  inGroups(lowerCodes, (group) =>
    db
      .selectFrom('flights')
      .select(['id', 'campaign_id', 'code', 'starts_at', 'ends_at', 'budget_micros', 'targets', 'updated_at'])
      .select(['daily_cap_micros', 'visitor_cap', 'pacing', 'accepts_unsigned', 'label'])
      .where(sql<string>`lower(code)`, 'in', group)
      .execute(),
  );

export type PriceRow = { flight_id: string; model: PriceModel; price_micros: number; valid_from: number };

export const findPricesOf = (db: AccountsDb, flightIds: Iterable<string>): Promise<PriceRow[]> =>
  inGroups(flightIds, (group) =>
    db
      .selectFrom('flight_prices')
      .select(['flight_id', 'model', 'price_micros', 'valid_from'])
      .where('flight_id', 'in', group)
      .execute(),
  );
