import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The displayed email address of an account; empty if it does not exist. */
export const emailOf = async (accounts: AccountsDb, userId: string): Promise<string> =>
  (await accounts.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? '';
