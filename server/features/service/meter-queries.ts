import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** What the cumulative register of an outlet showed last; undefined where it reports none. */
export const findMeter = (accounts: AccountsDb, outletKey: number) =>
  accounts
    .selectFrom('outlet_meters')
    .select(['last_milli_wh', 'last_at'])
    .where('outlet_key', '=', outletKey)
    .executeTakeFirst();

/** A broken meter reports one with each event; nobody reads more. */
const MOST = 10_000;

/** Readings above what the outlet's power allows, the newest first. */
export const findImplausible = (accounts: AccountsDb, outletKey: number) =>
  accounts
    .selectFrom('implausible_readings')
    .select(['at', 'source', 'milli_wh', 'most_milli_wh'])
    .where('outlet_key', '=', outletKey)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
