import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Returns the account's email address as displayed, or '' if the account does not exist. */
export const emailOf = async (accounts: AccountsDb, userId: string): Promise<string> =>
  (await accounts.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? '';
