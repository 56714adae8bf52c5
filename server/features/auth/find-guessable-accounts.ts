import { DEMO_PASSWORD } from '#domain/constants.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { checkPassword } from '../../sign-in/password.ts';
import { findPowerfulAccounts } from './auth-queries.ts';

/**
 * Finds the email addresses of administrator and full-access accounts that have the demo's password but are not demo
 * accounts (docs/threat-model.md#a20).
 */
export async function findGuessableAccounts(accounts: AccountsDb): Promise<string[]> {
  const guessable: string[] = [];
  for (const { email, password_hash } of await findPowerfulAccounts(accounts)) {
    if (await checkPassword(DEMO_PASSWORD, password_hash)) guessable.push(email);
  }
  return guessable;
}
