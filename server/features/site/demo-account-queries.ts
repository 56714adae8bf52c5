import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Finds the demo accounts that can sign in, in the order in which they were created. Never returns other users. */
export const findDemoAccounts = (accounts: AccountsDb) =>
  accounts
    .selectFrom('users')
    .select(['role', 'email'])
    .where('demo', '=', 1)
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(10)
    .execute();
