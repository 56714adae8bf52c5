import { normalizeIP } from '@fastify/rate-limit';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { claimAttempt, forgiveAttempts, type Guessed } from '../../sign-in/attempts.ts';

/** Whoever has one IPv6 address has all of its network. */
const IPV6_PREFIX = 64;

/**
 * Who is trying. A browser that has signed in to the account before carries a mark: it has a budget of its own and its
 * address does not count, so that no stranger's failures keep the owner out (docs/threat-model.md#a6).
 */
export type Attempt = {
  readonly emailKey: string;
  readonly address: string;
  /** The mark of a known browser; null for a strange one. */
  readonly browser: string | null;
  /** What is being guessed; the password unless given. */
  readonly step?: 'password' | 'factor';
};

export type Verdict = 'right' | 'wrong' | 'blocked';

function guessedBy({ emailKey, address, browser, step }: Attempt): readonly Guessed[] {
  const isFactor = step === 'factor';
  if (browser !== null) {
    const kind = isFactor ? 'browser-factor' : 'browser';
    return [{ kind, name: `${emailKey}:${browser}`, account: emailKey }];
  }
  const kind = isFactor ? 'account-factor' : 'account';
  return [
    { kind, name: emailKey, account: emailKey },
    { kind: 'address', name: normalizeIP(address, IPV6_PREFIX) },
  ];
}

/** What a success puts right: the browser's failures and those of strangers, but not what others did from the same address. */
function forgivenBy({ emailKey, browser, step }: Attempt): readonly Guessed[] {
  const stranger = { kind: step === 'factor' ? 'account-factor' : 'account', name: emailKey } as const;
  if (browser === null) return [stranger];
  return [stranger, { kind: step === 'factor' ? 'browser-factor' : 'browser', name: `${emailKey}:${browser}` }];
}

/** Slows guessing down, in the accounts store, so that neither a restart nor another process forgets it. */
export const createLoginThrottle = (accounts: AccountsDb, now: () => number) => ({
  /**
   * Counts the attempt and then compares. Who has none left is compared with nothing: `compare(false)` only takes as long.
   * An attempt that fails for other reasons, such as a busy server, is not counted.
   */
  async judge(attempt: Attempt, compare: (isOpen: boolean) => Promise<boolean>): Promise<Verdict> {
    const claimed = await claimAttempt(accounts, guessedBy(attempt), now());
    if (claimed === null) {
      await compare(false);
      return 'blocked';
    }
    let isRight = false;
    try {
      isRight = await compare(true);
    } catch (error) {
      await claimed.giveBack();
      throw error;
    }
    if (!isRight) return 'wrong';
    await claimed.giveBack();
    await forgiveAttempts(accounts, forgivenBy(attempt));
    return 'right';
  },
  async forgive(attempt: Attempt): Promise<void> {
    await forgiveAttempts(accounts, forgivenBy(attempt));
  },
});
