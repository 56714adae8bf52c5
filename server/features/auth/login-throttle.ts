import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import {
  countedAddress,
  forgiveBrowser,
  type Guessed,
  type Judged,
  judgeAttempt,
} from '../../sign-in/guess-rate-limit.ts';

/**
 * One sign-in attempt. A browser that signed in to the account before carries a mark. It has its own budget, and its
 * address does not count, so that failures of strangers do not lock the owner out (docs/threat-model.md#a6).
 */
export type Attempt = {
  readonly emailKey: string;
  readonly address: string;
  /** The mark of a known browser; null for an unknown one. */
  readonly browser: string | null;
  /** The guessed proof; the password by default. */
  readonly step?: 'password' | 'factor' | 'passkey';
};

function guessedBy({ emailKey, address, browser, step = 'password' }: Attempt): readonly Guessed[] {
  if (browser !== null) {
    const kind = step === 'password' ? 'browser' : (`browser-${step}` as const);
    return [{ kind, name: `${emailKey}:${browser}`, account: emailKey }];
  }
  const kind = step === 'password' ? 'account' : (`account-${step}` as const);
  return [
    { kind, name: emailKey, account: emailKey },
    { kind: 'address', name: countedAddress(address) },
  ];
}

/**
 * Slows guessing down. Counters are in the accounts store, so that they survive a restart and are shared by all
 * processes.
 */
export const createLoginThrottle = (accounts: AccountsDb, now: () => number) => ({
  /** Counts the attempt, then compares. If no attempt is left, `compare(false)` only takes the same time. */
  async judge(attempt: Attempt, compare: (isOpen: boolean) => Promise<boolean>): Promise<Judged['verdict']> {
    const { verdict } = await judgeAttempt(accounts, guessedBy(attempt), now(), () => compare(true));
    if (verdict === 'blocked') await compare(false);
    return verdict;
  },
  /** Refills the budget of a known browser after a proof other than the password, such as a one-time link. */
  async forgive(attempt: Attempt): Promise<void> {
    await forgiveBrowser(accounts, guessedBy(attempt));
  },
});
