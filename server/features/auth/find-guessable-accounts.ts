import { DEMO_PASSWORD } from '#domain/constants.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { checkPassword } from '../../sign-in/password.ts';
import { findPowerfulAccounts } from './auth-queries.ts';

/**
 * Addresses of accounts that see everything and have the demo's password, but are not the demo's
 * (docs/threat-model.md#a20).
 */
export async function findGuessableAccounts(accounts: AccountsDb): Promise<string[]> {
  const guessable: string[] = [];
  for (const { email, password_hash } of await findPowerfulAccounts(accounts)) {
    if (await checkPassword(DEMO_PASSWORD, password_hash)) guessable.push(email);
  }
  return guessable;
}
