import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const HEARING = 'alerts_hearing';

/** Finds the state that the previous check stored; undefined before the first check. */
export async function findHearing(accounts: AccountsDb): Promise<string | undefined> {
  const row = await accounts.selectFrom('settings').select('value').where('name', '=', HEARING).executeTakeFirst();
  return row?.value;
}

export async function storeHearing(accounts: AccountsDb, value: string): Promise<void> {
  await accounts
    .insertInto('settings')
    .values({ name: HEARING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
