import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/**
 * Decides for flights that were made before they had a setting of their own (2, by the migration): they accept views
 * without a play as they did, unless the operator had set `UNSIGNED_VIEWS=invalid`. The same again changes nothing.
 */
export async function keepUnsignedViews(
  accounts: AccountsDb,
  { refusesUnsigned }: Pick<Config, 'refusesUnsigned'>,
): Promise<void> {
  await accounts
    .updateTable('flights')
    .set({ accepts_unsigned: refusesUnsigned ? 0 : 1 })
    .where('accepts_unsigned', '=', 2)
    .execute();
}
