import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The address of an account; '' for one that is gone. */
export async function findEmail(accounts: AccountsDb, userId: string): Promise<string> {
  const row = await accounts.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? '';
}
