import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { RULE_COLUMNS } from '../../network/read-traffic-rules.ts';

/** Finds all versions of all owners' shares, by customer key in the events store. */
export const findAllShares = (accounts: AccountsDb) =>
  accounts
    .selectFrom('owner_shares')
    .innerJoin('customers', 'customers.id', 'owner_shares.customer_id')
    .select(['customers.key as customer_key', 'share_ppm', 'valid_from'])
    .execute();

/** Finds the traffic rules in effect at `atMs`; undefined if none had been set by then. */
export const findRulesAt = (accounts: AccountsDb, atMs: number) =>
  accounts
    .selectFrom('traffic_rules')
    .select(RULE_COLUMNS)
    .where('valid_from', '<=', atMs)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
