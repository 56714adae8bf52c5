import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** Finds all versions of the flights' prices, by flight key, oldest first. */
export const findPrices = (accounts: AccountsDb, flightKeys: readonly number[]) =>
  inGroups(flightKeys, (group) =>
    accounts
      .selectFrom('flight_prices')
      .innerJoin('flights', 'flights.id', 'flight_prices.flight_id')
      .select(['flights.key as flight_key', 'model', 'price_micros', 'valid_from', 'venue_type'])
      .where('flights.key', 'in', group)
      .orderBy('valid_from')
      .execute(),
  );

/** Finds all versions of the owners' shares, by customer key, oldest first. */
export const findShares = (accounts: AccountsDb, customerKeys: readonly number[]) =>
  inGroups(customerKeys, (group) =>
    accounts
      .selectFrom('owner_shares')
      .innerJoin('customers', 'customers.id', 'owner_shares.customer_id')
      .select(['customers.key as customer_key', 'share_ppm', 'valid_from'])
      .where('customers.key', 'in', group)
      .orderBy('valid_from')
      .execute(),
  );
