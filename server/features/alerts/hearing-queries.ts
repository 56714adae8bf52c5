import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Of any outlet; null before the first. */
export async function findNewestSeen(accounts: AccountsDb): Promise<number | null> {
  const row = await accounts
    .selectFrom('outlets')
    .select(({ fn }) => fn.max('last_seen_at').as('newest'))
    .executeTakeFirst();
  return row?.newest ?? null;
}

const HEARING = 'alerts_hearing';

/** What the look before left; undefined before the first. */
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
