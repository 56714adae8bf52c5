import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Finds the last value of an outlet's cumulative register; undefined if it reports none. */
export const findMeter = (accounts: AccountsDb, outletKey: number) =>
  accounts
    .selectFrom('outlet_meters')
    .select(['last_milli_wh', 'last_at'])
    .where('outlet_key', '=', outletKey)
    .executeTakeFirst();

/**
 * Maximum number of readings. A broken meter reports an implausible reading with each event, and no user needs more.
 */
const MOST = 10_000;

/** Finds readings above what the outlet's power allows, newest first. */
export const findImplausible = (accounts: AccountsDb, outletKey: number) =>
  accounts
    .selectFrom('implausible_readings')
    .select(['at', 'source', 'milli_wh', 'most_milli_wh'])
    .where('outlet_key', '=', outletKey)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
