import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Number of attempts without delay, and the delay before each further one. */
export type AttemptBudget = { readonly free: number; readonly refillMs: number };

/**
 * Rate limits of secret guessing. A budget that several browsers share refills only with time. If a success refilled
 * it, every sign-in of the owner would give strangers new guesses. A success refills only the budget of the browser
 * that succeeded. The maximum wait for the next attempt is one refill; an unused budget becomes full automatically. An
 * unknown browser gets a hundred guesses a day at an account's password. Each password requires about a thousand
 * million.
 */
export const ATTEMPT_BUDGETS = {
  /** Passwords of an account from browsers that never signed in to it. */
  account: { free: 10, refillMs: 16 * MINUTE_MS },
  /** Passwords of an account from one browser that did. Strangers cannot use it up. */
  browser: { free: 10, refillMs: 16 * MINUTE_MS },
  /** Second-factor codes. The caller already knows the password. */
  'account-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  'browser-factor': { free: 5, refillMs: 15 * MINUTE_MS },
  /** Assertions of an account's passkeys. Separate from passwords, because a stranger may know the passkey's id. */
  'account-passkey': { free: 10, refillMs: 16 * MINUTE_MS },
  'browser-passkey': { free: 10, refillMs: 16 * MINUTE_MS },
  /** One client address, for any account, from unknown browsers. Many people may share the address. */
  address: { free: 100, refillMs: 3 * SECOND_MS },
  /** Confirmations within a session from a browser that never signed in to its account. The session then ends. */
  confirm: { free: 5, refillMs: DAY_MS },
  /** Confirmations within a session from a browser that did. */
  'confirm-browser': { free: 5, refillMs: DAY_MS },
  /** Passwords of one report link, from all browsers that never opened it: about 90 a day after the first hundred. */
  'report-link': { free: 100, refillMs: 16 * MINUTE_MS },
  /** The part that one client address may use. Several people of an office may share it. */
  'report-link-address': { free: 40, refillMs: 4 * MINUTE_MS },
  /** The part of an address that one browser may use, so that one person's mistakes do not block colleagues. */
  'report-link-visitor': { free: 10, refillMs: 15 * MINUTE_MS },
  /** Passwords of one link from one browser that opened it. Strangers cannot use it up. */
  'report-link-browser': { free: 10, refillMs: 15 * MINUTE_MS },
  /** First codes of a second factor during setup. */
  'enable-factor': { free: 5, refillMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, AttemptBudget>>;
export type AttemptKind = keyof typeof ATTEMPT_BUDGETS;

/** Budgets of one trusted browser: the only ones that a success refills. */
export const BROWSER_KINDS = [
  'browser',
  'browser-factor',
  'browser-passkey',
  'confirm-browser',
  'report-link-browser',
] as const satisfies AttemptKind[];

/**
 * Takes one attempt from a budget. The budget is stored as one instant: when it is full again. Returns the new instant.
 * Returns null and takes nothing if no attempt is left.
 */
export function takeAttempt(budget: AttemptBudget, wholeAt: number, at: number): number | null {
  const next = at + spentMs(budget, wholeAt, at) + budget.refillMs;
  return next - at <= budget.free * budget.refillMs ? next : null;
}

/** Remaining attempts. */
export const attemptsLeft = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.floor(budget.free - spentMs(budget, wholeAt, at) / budget.refillMs);

/** Delay before the next attempt. */
export const attemptWaitMs = (budget: AttemptBudget, wholeAt: number, at: number): number =>
  Math.max(0, spentMs(budget, wholeAt, at) - (budget.free - 1) * budget.refillMs);

/** Maximum clock difference of two processes, including the queue delay of a call. */
export const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/**
 * A budget cannot be overspent. A small excess means that the process of the last attempt has a faster clock: treat the
 * budget as empty. A larger excess means that the clock was set back: ignore it.
 */
function spentMs({ free, refillMs }: AttemptBudget, wholeAt: number, at: number): number {
  const [spent, all] = [Math.max(0, wholeAt - at), free * refillMs];
  return spent > all + CLOCKS_DIFFER_MS ? 0 : Math.min(spent, all);
}
