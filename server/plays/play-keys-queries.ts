import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Inserts a key. Keeps the key that another process has already inserted, because only one key signs. */
export async function insertPlayKey(
  accounts: AccountsDb,
  key: { id: number; sealed: string; made_at: number },
): Promise<void> {
  await accounts
    .insertInto('play_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Retires the signing key. Plays that it signed stay valid for a while. */
export async function retirePlayKeys(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.updateTable('play_keys').set({ retired_at: atMs }).where('retired_at', 'is', null).execute();
}

export async function deletePlayKeys(accounts: AccountsDb, retiredBeforeMs: number): Promise<void> {
  await accounts.deleteFrom('play_keys').where('retired_at', '<', retiredBeforeMs).execute();
}
