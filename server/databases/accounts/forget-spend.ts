import type { AccountsDb } from './accounts-db.ts';

/**
 * Clears the stored spend of flights, which is then recomputed from the events. The stored values are wrong after a
 * restore of another copy, or after a single process counted in memory.
 */
export async function forgetSpend(accounts: AccountsDb): Promise<void> {
  await accounts.deleteFrom('flight_spend').execute();
  await accounts.deleteFrom('spend_reservations').execute();
}
