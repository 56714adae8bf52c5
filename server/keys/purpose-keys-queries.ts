import type { Selectable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { PurposeKeyTable } from '../databases/accounts/delivery-tables.ts';
import type { KeyPurpose } from './key-purposes.ts';

export type PurposeKeyRow = Selectable<PurposeKeyTable>;

export const findPurposeKeys = (accounts: AccountsDb): Promise<PurposeKeyRow[]> =>
  accounts.selectFrom('purpose_keys').selectAll().orderBy('purpose').orderBy('version').execute();

/** Stores a key unless another process has already stored that version. Returns whether the key was stored. */
export async function insertPurposeKey(accounts: AccountsDb, row: PurposeKeyRow): Promise<boolean> {
  const stored = await accounts
    .insertInto('purpose_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['purpose', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored !== undefined;
}

export async function deletePurposeKeys(accounts: AccountsDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await accounts.deleteFrom('purpose_keys').where('id', 'in', ids).execute();
}

export async function deleteKeysBefore(accounts: AccountsDb, purpose: KeyPurpose, version: number): Promise<void> {
  await accounts.deleteFrom('purpose_keys').where('purpose', '=', purpose).where('version', '<', version).execute();
}

export const hasAccounts = async (accounts: AccountsDb): Promise<boolean> =>
  (await accounts.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
