import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** The number of attempts without delay, and the delay (ms) before each further attempt. */
export type AttemptBudget = { readonly free: number; readonly refillMs: number };

/**
 * Rate limits against guessing secrets. A budget that several browsers share refills only with time. If a success
 * refilled a shared budget, every sign-in by the owner would give attackers new guesses. A success refills only the
 * budget of the browser that succeeded. The maximum wait for the next attempt is one refill; an unused budget becomes
 * full automatically. Unknown browsers together get about a hundred guesses a day at an account's password. Guessing a
 * password takes about a billion attempts.
 */
export const ATTEMPT_BUDGETS = {
  /** An account's password, from browsers that have never signed in to the account. */
  account: { free: 10, refillMs: 16 * MINUTE_MS },
  /**
   * An account's password, from one browser that has signed in to the account. Other browsers cannot use up this
   * budget.
   */
  browser: { free: 10, refillMs: 16 * MINUTE_MS },
  /** Second-factor codes. The caller already knows the password. */
  'account-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  'browser-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  /** Assertions by an account's passkeys. Separate from passwords, because an attacker may know a passkey's ID. */
  'account-passkey': { free: 10, refillMs: 16 * MINUTE_MS },
  'browser-passkey': { free: 10, refillMs: 16 * MINUTE_MS },
  /** Sign-ins from one client address to any account, from unknown browsers. Many people may share the address. */
  address: { free: 100, refillMs: 3 * SECOND_MS },
  /**
   * Confirmations within a session, from a browser that never signed in to the account. The session ends when the
   * budget is empty.
   */
  confirm: { free: 5, refillMs: DAY_MS },
  /** Confirmations within a session, from a browser that has signed in to the account. */
  'confirm-browser': { free: 5, refillMs: DAY_MS },
  /**
   * A report link's password, from all browsers that have never opened the link: about 90 attempts a day after the
   * first hundred.
   */
  'report-link': { free: 100, refillMs: 16 * MINUTE_MS },
  /**
   * The part of the `report-link` budget that one client address may use. Several people in an office may share an
   * address.
   */
  'report-link-address': { free: 40, refillMs: 4 * MINUTE_MS },
  /**
   * The part of an address's budget that one browser may use, so that one person's mistakes do not block colleagues.
   */
  'report-link-visitor': { free: 10, refillMs: 15 * MINUTE_MS },
  /** A report link's password, from one browser that has opened the link. Other browsers cannot use up this budget. */
  'report-link-browser': { free: 10, refillMs: 15 * MINUTE_MS },
  /** The first code of a second factor, during setup. */
  'enable-factor': { free: 5, refillMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, AttemptBudget>>;
export type AttemptKind = keyof typeof ATTEMPT_BUDGETS;

/** Budgets of a single trusted browser, the only ones that a success refills. */
export const BROWSER_KINDS = [
  'browser',
  'browser-factor',
  'browser-passkey',
  'confirm-browser',
  'report-link-browser',
] as const satisfies AttemptKind[];

/**
 * Takes one attempt from a budget. The budget is stored as a single timestamp: when it is full again. Returns the new
 * timestamp. If no attempt is left, takes nothing and returns null.
 */
export function takeAttempt(budget: AttemptBudget, wholeAt: number, at: number): number | null {
  const next = at + spentMs(budget, wholeAt, at) + budget.refillMs;
  return next - at <= budget.free * budget.refillMs ? next : null;
}

/** Returns the number of remaining attempts. */
export const attemptsLeft = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.floor(budget.free - spentMs(budget, wholeAt, at) / budget.refillMs);

/** Returns the delay before the next attempt, in milliseconds. */
export const attemptWaitMs = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.max(0, spentMs(budget, wholeAt, at) - (budget.free - 1) * budget.refillMs);

/** Maximum clock difference between two processes, including a call's queue delay. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * Returns how much of a budget is spent, in milliseconds. If slightly more than the whole budget appears spent, the
 * process that took the last attempt has a faster clock, and the budget counts as empty. If much more appears spent,
 * the clock was set back, and the stored time is ignored.
 */
function spentMs({ free, refillMs }: AttemptBudget, wholeAt: number, at: number): number {
  const [spent, all] = [Math.max(0, wholeAt - at), free * refillMs];
  return spent > all + CLOCKS_DIFFER_MS ? 0 : Math.min(spent, all);
}
