import type { Transaction } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { NetworkSettingTable } from '../databases/accounts/maintenance-tables.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

/** Returns all stored settings and their versions, oldest version first. */
export const findStoredSettings = (accounts: AccountsDb): Promise<NetworkSettingTable[]> =>
  accounts.selectFrom('network_settings').selectAll().orderBy('name').orderBy('valid_from').execute();

/** Stores a setting, or replaces its version with the same start. */
export async function putSetting(tx: Transaction<AccountsSchema>, row: NetworkSettingTable): Promise<void> {
  const { name, valid_from, ...rest } = row;
  await tx
    .insertInto('network_settings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'valid_from']).doUpdateSet(rest))
    .execute();
}
