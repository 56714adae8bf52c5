import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { findBlocks, findFailures, forgetFailures, storeFailures } from './accounts-queries.ts';

const FREE_FAILURES = { account: 10, browser: 10, address: 100 } as const;
const FIRST_BLOCK_MS = 60_000;
const LONGEST_BLOCK_MS = 15 * 60_000;
/** Failures older than this are forgotten. */
const MEMORY_MS = 24 * 3_600_000;

/**
 * Who is trying. A browser that has signed in to the account before carries a mark: it has a counter of its own, so that a
 * stranger's failures cannot lock the owner out (security A6).
 */
export type Attempt = { readonly emailKey: string; readonly address: string; readonly knownBrowser: boolean };

const subjectsOf = ({ emailKey, address, knownBrowser }: Attempt) =>
  ({ who: `${knownBrowser ? 'browser' : 'account'}:${emailKey}`, where: `address:${address}` }) as const;

/** Counts failed logins in the accounts store, so that a restart does not forget them. */
export const createLoginThrottle = (accounts: AccountsDb, now: () => number) => ({
  async isBlocked(attempt: Attempt): Promise<boolean> {
    const { who, where } = subjectsOf(attempt);
    return (await findBlocks(accounts, [who, where], now())).length > 0;
  },
  async failed(attempt: Attempt): Promise<void> {
    const { who, where } = subjectsOf(attempt);
    await count(accounts, who, attempt.knownBrowser ? FREE_FAILURES.browser : FREE_FAILURES.account, now());
    await count(accounts, where, FREE_FAILURES.address, now());
  },
  async succeeded(attempt: Attempt): Promise<void> {
    await forgetFailures(accounts, [subjectsOf(attempt).who]);
  },
});

/** After the free failures each further one blocks, first for a minute, then doubling to a quarter of an hour. */
async function count(accounts: AccountsDb, subject: string, free: number, at: number): Promise<void> {
  const before = await findFailures(accounts, subject);
  const failures = (before && at - before.last_at < MEMORY_MS ? before.failures : 0) + 1;
  const blockMs = failures < free ? 0 : Math.min(LONGEST_BLOCK_MS, FIRST_BLOCK_MS * 2 ** Math.min(10, failures - free));
  await storeFailures(accounts, { subject, failures, last_at: at, blocked_until: at + blockMs });
}
