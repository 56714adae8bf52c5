import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

/** Invalidates all links that have been mailed to an account so far. */
export async function voidAccountTokens(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function insertAccountToken(
  accounts: AccountsDb,
  token: Selectable<AccountsSchema['account_tokens']>,
): Promise<void> {
  await accounts.insertInto('account_tokens').values(token).execute();
}
