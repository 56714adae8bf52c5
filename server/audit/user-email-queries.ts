import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The address of an account as it is shown; empty for one that does not exist. */
export const emailOf = async (accounts: AccountsDb, userId: string): Promise<string> =>
  (await accounts.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email ?? '';
