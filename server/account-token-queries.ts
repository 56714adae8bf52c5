import type { Selectable } from 'kysely';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import type { AccountsSchema } from './databases/accounts/schema.ts';

export async function insertAccountToken(
  accounts: AccountsDb,
  token: Selectable<AccountsSchema['account_tokens']>,
): Promise<void> {
  await accounts.insertInto('account_tokens').values(token).execute();
}
