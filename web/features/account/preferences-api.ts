import { type PreferencesRequest, updatePreferences } from '#contract/account.ts';
import { request } from '../../lib/api-client.ts';
import { readUser, storeUser } from '../../lib/session.ts';

/**
 * Stores the time zone or the look with the account, and applies it in this browser immediately. Does nothing for a
 * demo account.
 */
export async function savePreferences(preferences: PreferencesRequest): Promise<void> {
  const user = readUser();
  if (user === null || user.demo) return;
  const chosen = Object.entries(preferences).filter(([, value]) => value !== undefined);
  storeUser({ ...user, ...Object.fromEntries(chosen) });
  await request(updatePreferences, { body: preferences });
}
