import type { AccountsDb } from './accounts-db.ts';

/**
 * Clears the stored spending of all flights, so that it is recomputed from the events. The stored values are wrong
 * after another copy was restored, or after a single process counted the spending in memory.
 */
export async function forgetSpend(accounts: AccountsDb): Promise<void> {
  await accounts.deleteFrom('flight_spend').execute();
  await accounts.deleteFrom('spend_reservations').execute();
}
