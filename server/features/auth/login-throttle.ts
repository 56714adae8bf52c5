import { normalizeIP } from '@fastify/rate-limit';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { addFailure, blockSubject, findBlocks, forgetFailures } from './accounts-queries.ts';

/**
 * Failures that cost nothing, and the number in a row after which time alone does not help any more: then an account
 * needs a one-time link of an administrator, or a browser that it was used with before (security A6). Second factors are
 * counted apart and sooner: who gets there knows the password already.
 */
const LIMITS = {
  account: { free: 10, most: 100 },
  browser: { free: 10, most: Number.POSITIVE_INFINITY },
  'account-factor': { free: 5, most: 100 },
  'browser-factor': { free: 5, most: Number.POSITIVE_INFINITY },
  address: { free: 100, most: Number.POSITIVE_INFINITY },
} as const;
type Limit = { readonly free: number; readonly most: number };
/** Whoever has one IPv6 address has all of its network. */
const IPV6_PREFIX = 64;
const FIRST_BLOCK_MS = 60_000;
const LONGEST_BLOCK_MS = 15 * 60_000;
const FOR_EVER_MS = 100 * 365 * 86_400_000;
/** A row of failures ends when none was added for this long. */
const MEMORY_MS = 24 * 3_600_000;

/**
 * Who is trying. A browser that has signed in to the account before carries a mark: it has a counter of its own, so that a
 * stranger's failures cannot lock the owner out (security A6).
 */
export type Attempt = {
  readonly emailKey: string;
  readonly address: string;
  readonly knownBrowser: boolean;
  /** What is being guessed; the password unless given. */
  readonly step?: 'password' | 'factor';
};

function subjectsOf({ emailKey, address, knownBrowser, step }: Attempt) {
  const who = knownBrowser ? 'browser' : 'account';
  const limit = step === 'factor' ? (`${who}-factor` as const) : who;
  return {
    limit: LIMITS[limit],
    who: `${limit}:${emailKey}`,
    where: `address:${normalizeIP(address, IPV6_PREFIX)}`,
  } as const;
}

/** Counts failed logins in the accounts store, so that a restart does not forget them. */
export const createLoginThrottle = (accounts: AccountsDb, now: () => number) => ({
  async isBlocked(attempt: Attempt): Promise<boolean> {
    const { who, where } = subjectsOf(attempt);
    return (await findBlocks(accounts, [who, where], now())).length > 0;
  },
  async failed(attempt: Attempt): Promise<void> {
    const { limit, who, where } = subjectsOf(attempt);
    await count(accounts, who, limit, now());
    await count(accounts, where, LIMITS.address, now());
  },
  async succeeded(attempt: Attempt): Promise<void> {
    await forgetFailures(accounts, [subjectsOf(attempt).who]);
  },
});

/** After the free failures each further one blocks, first for a minute, then doubling to a quarter of an hour. */
async function count(accounts: AccountsDb, subject: string, limit: Limit, at: number): Promise<void> {
  const failures = await addFailure(accounts, { subject, at, forgetBefore: at - MEMORY_MS });
  if (failures < limit.free) return;
  const growing = Math.min(LONGEST_BLOCK_MS, FIRST_BLOCK_MS * 2 ** Math.min(10, failures - limit.free));
  await blockSubject(accounts, subject, at + (failures >= limit.most ? FOR_EVER_MS : growing));
}
