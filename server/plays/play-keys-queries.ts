import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Where another process has made one meanwhile, that one stays: one key signs at a time. */
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

/** What signs now signs no more; its plays are good for a while. */
export async function retirePlayKeys(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.updateTable('play_keys').set({ retired_at: atMs }).where('retired_at', 'is', null).execute();
}

export async function deletePlayKeys(accounts: AccountsDb, retiredBeforeMs: number): Promise<void> {
  await accounts.deleteFrom('play_keys').where('retired_at', '<', retiredBeforeMs).execute();
}
