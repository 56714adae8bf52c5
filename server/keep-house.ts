import { DAY_MS } from '#domain/durations.ts';
import { forgetExpired } from './databases/accounts/forget-expired.ts';
import { renewFindKeys } from './databases/accounts/renew-find-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { eraseDeletedAccounts } from './erasure/erase-accounts.ts';
import { forgetPending } from './features/registration/forget-pending.ts';
import { forgetOldMails } from './mail/forget-old-mails.ts';

/** Work that one of several processes does at times of the clock. */
type ByOne = (pattern: string, name: string, work: () => Promise<unknown>) => void;

/** What is forgotten when its time is over. */
export function keepHouse(byOne: ByOne, { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>): void {
  byOne('7 * * * *', 'forgetting what expired', () => forgetExpired(accounts, now()));
  // After the start as well: during an upgrade an older process still writes, or has left an import to be stored.
  const upgradedUntil = now() + DAY_MS;
  byOne('*/10 * * * *', 'renewing keys of names', async () => {
    if (now() < upgradedUntil) await renewFindKeys(accounts);
  });
  byOne('9 * * * *', 'erasing deleted accounts', () => eraseDeletedAccounts(accounts, now()));
  byOne('17 * * * *', 'forgetting old mails', () => forgetOldMails(accounts, now()));
  byOne('27 * * * *', 'forgetting unverified accounts', () => forgetPending(accounts, now()));
}
