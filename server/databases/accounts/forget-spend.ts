import type { AccountsDb } from './accounts-db.ts';

/**
 * What flights have spent is counted anew from the events when it is asked for: where one process stores alone and counts in memory,
 * and where another copy of a store was put back, what is kept of it here would be wrong.
 */
export async function forgetSpend(accounts: AccountsDb): Promise<void> {
  await accounts.deleteFrom('flight_spend').execute();
  await accounts.deleteFrom('spend_reservations').execute();
}
