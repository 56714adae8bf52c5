import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** Finds campaigns by their keys in the events store. */
export const namesOfCampaigns = (accounts: AccountsDb, keys: readonly number[]) =>
  inGroups(keys, (group) =>
    accounts.selectFrom('campaigns').select(['id', 'key', 'name']).where('key', 'in', group).execute(),
  );

/** Finds the keys of campaigns. Leaves out unknown ids. */
export const keysOfCampaigns = (accounts: AccountsDb, ids: readonly string[]) =>
  inGroups(ids, (group) => accounts.selectFrom('campaigns').select('key').where('id', 'in', group).execute());

/** Finds where outlets were, with the owner's key at the time and the venue's time zone. */
export const findStays = (accounts: AccountsDb, outletIds: readonly string[]) =>
  accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('customers as customer', 'customer.id', 'place.customer_id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['place.outlet_id', 'place.from_at', 'place.to_at', 'customer.key as customer_key', 'venue.time_zone'])
    .where('place.outlet_id', 'in', outletIds)
    .execute();
