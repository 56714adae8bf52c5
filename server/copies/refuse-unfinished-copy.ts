import { ConfigError } from '../config/config-variables.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readUnfinishedCopy } from '../databases/accounts/unfinished-copy.ts';

/** Refuses a half-finished restore or move. Call it before any use of a store. */
export async function refuseUnfinishedCopy(accounts: AccountsDb): Promise<void> {
  if ((await readUnfinishedCopy(accounts)) === null) return;
  throw new ConfigError(
    'A restore or move into this installation was cut short, so it is not complete: give the same restore or move command again, ' +
      'and it is completed. Or empty both stores and begin anew.',
  );
}
