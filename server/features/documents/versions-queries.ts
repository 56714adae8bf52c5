import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Finds when each version of an owner's share took effect. */
export async function findShareVersions(accounts: AccountsDb, customerId: string): Promise<{ validFrom: number }[]> {
  const rows = await accounts
    .selectFrom('owner_shares')
    .select('valid_from')
    .where('customer_id', '=', customerId)
    .execute();
  return rows.map(({ valid_from: validFrom }) => ({ validFrom }));
}

export type PriceVersionRow = { readonly flightKey: number; readonly venueType: string; readonly validFrom: number };

/** Finds when each version of an advertiser's flight prices took effect, and for which venue types. */
export async function findPriceVersions(accounts: AccountsDb, customerId: string): Promise<PriceVersionRow[]> {
  const rows = await accounts
    .selectFrom('flight_prices')
    .innerJoin('flights', 'flights.id', 'flight_prices.flight_id')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .select(['flights.key', 'flight_prices.valid_from', 'flight_prices.venue_type'])
    .where('campaigns.customer_id', '=', customerId)
    .execute();
  return rows.map((row) => ({ flightKey: row.key, venueType: row.venue_type, validFrom: row.valid_from }));
}
