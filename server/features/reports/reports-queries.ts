import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

/** Campaigns by their numbers in the events store. */
export const namesOfCampaigns = (accounts: AccountsDb, keys: readonly number[]) =>
  inGroups(keys, (group) =>
    accounts.selectFrom('campaigns').select(['id', 'key', 'name']).where('key', 'in', group).execute(),
  );

/** The numbers of campaigns; an id that is nobody's has none. */
export const keysOfCampaigns = (accounts: AccountsDb, ids: readonly string[]) =>
  inGroups(ids, (group) => accounts.selectFrom('campaigns').select('key').where('id', 'in', group).execute());
