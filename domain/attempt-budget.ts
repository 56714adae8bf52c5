import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Attempts at a secret that cost no waiting, and after how long each further one is allowed. */
export type AttemptBudget = { readonly free: number; readonly refillMs: number };

/**
 * Budgets of guessing. The longest wait for a next attempt is one refill; an unused budget is whole again by itself. A strange
 * browser gets a hundred guesses a day at the password of an account, of the thousand million that each password is worth.
 */
export const ATTEMPT_BUDGETS = {
  /** Passwords of an account from browsers that never signed in to it. */
  account: { free: 10, refillMs: 16 * MINUTE_MS },
  /** Passwords of an account from one browser that did: no stranger can use this up. */
  browser: { free: 10, refillMs: 16 * MINUTE_MS },
  /** Codes of the second factor: who gets there knows the password already. */
  'account-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  'browser-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  /** Of one client address, at whatever accounts, from strange browsers: many people may share it. */
  address: { free: 100, refillMs: 3 * SECOND_MS },
  /** Proofs within a session that it is still its owner's; then the session ends. */
  confirm: { free: 5, refillMs: DAY_MS },
  /** Passwords of one link to a report: who gets there has the link. */
  'report-link': { free: 10, refillMs: 15 * MINUTE_MS },
  /** First codes of a second factor that is being set up. */
  'enable-factor': { free: 5, refillMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, AttemptBudget>>;
export type AttemptKind = keyof typeof ATTEMPT_BUDGETS;

/**
 * Takes one attempt out of a budget, which is kept as one instant: when it will be whole again. Answers that instant; null
 * when nothing is left, and then nothing is taken.
 */
export function takeAttempt(budget: AttemptBudget, wholeAt: number, at: number): number | null {
  const next = at + spentMs(budget, wholeAt, at) + budget.refillMs;
  return next - at <= budget.free * budget.refillMs ? next : null;
}

/** Attempts that are left. */
export const attemptsLeft = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.floor(budget.free - spentMs(budget, wholeAt, at) / budget.refillMs);

/** How long until the next attempt is allowed. */
export const attemptWaitMs = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.max(0, spentMs(budget, wholeAt, at) - (budget.free - 1) * budget.refillMs);

/** So much clocks of two processes differ, or a call takes until it is its turn. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * More than all of it was never spent. Where it seems so by a little, whoever took the last attempt was ahead of whoever comes now: all
 * is spent. By more, it was written before the clock was set back, and keeps nobody out.
 */
function spentMs({ free, refillMs }: AttemptBudget, wholeAt: number, at: number): number {
  const [spent, all] = [Math.max(0, wholeAt - at), free * refillMs];
  return spent > all + CLOCKS_DIFFER_MS ? 0 : Math.min(spent, all);
}
