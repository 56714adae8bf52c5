import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/**
 * Decides for flights older than their own setting (2, set by the migration). They continue to accept views without a
 * play, unless the operator had set `UNSIGNED_VIEWS=invalid`. Idempotent.
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
