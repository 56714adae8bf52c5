import { ConfigError } from '../config/config-variables.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readUnfinishedCopy } from '../databases/accounts/unfinished-copy.ts';

/**
 * Throws a `ConfigError` if a restore or move into this store is unfinished. Must be called before any other use of the
 * store.
 */
export async function refuseUnfinishedCopy(accounts: AccountsDb): Promise<void> {
  if ((await readUnfinishedCopy(accounts)) === null) return;
  throw new ConfigError(
    'A restore or move to this installation was interrupted, so it is incomplete. To complete it, run the same restore or move command again. ' +
      'Or empty both stores and start over.',
  );
}
