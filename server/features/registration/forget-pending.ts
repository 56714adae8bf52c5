import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { deleteEndedTokens, deletePendingAccounts } from './registration-queries.ts';

/** Deletes registrations that were not verified within a week, and expired tokens (docs/threat-model.md#a22). */
export async function forgetPending(accounts: AccountsDb, now: number): Promise<void> {
  await deletePendingAccounts(accounts, now - 7 * DAY_MS);
  await deleteEndedTokens(accounts, now - DAY_MS);
}
