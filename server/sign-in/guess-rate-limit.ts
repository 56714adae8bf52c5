import { normalizeIP } from '@fastify/rate-limit';
import { ATTEMPT_BUDGETS, type AttemptKind, attemptsLeft, BROWSER_KINDS } from '#domain/attempt-budget.ts';
import { lowest } from '#domain/extremes.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import {
  type AttemptSubject,
  refillBudgets,
  refillBudgetsOf,
  returnToBudget,
  takeFromBudget,
} from './attempt-queries.ts';

/**
 * The target of a guess. `name` distinguishes targets of a kind. `account` is the email key of the account to which the
 * target belongs, if any.
 */
export type Guessed = { readonly kind: AttemptKind; readonly name: string; readonly account?: string };

type ClaimedAttempt = {
  /** Attempts left after this one. */
  readonly left: number;
  /** Gives back an attempt that did not take place, for example because the server was too busy. */
  returnUnused(): Promise<void>;
};

/**
 * Prefix length of the IPv6 networks by which clients are counted. A client with one IPv6 address usually controls a
 * whole network of this size.
 */
const IPV6_PREFIX = 64;

/** Returns the address or network by which a client's attempts are counted. */
export const countedAddress = (ip: string): string => normalizeIP(ip, IPV6_PREFIX);

const subjectOf = ({ kind, name }: Guessed): string => `${kind}:${name}`;

/**
 * Counts an attempt. Call this function before comparing a secret that can be guessed. The attempt is counted
 * immediately and across processes, so that concurrent attempts have no advantage over sequential ones. Returns null if
 * a budget is empty. In that case, the attempt is not counted, and the caller must not compare the secret.
 */
export async function claimAttempt(
  accounts: AccountsDb,
  guessed: readonly Guessed[],
  at: number,
): Promise<ClaimedAttempt | null> {
  const taken: { row: AttemptSubject; refillMs: number; left: number }[] = [];
  const returnUnused = async () => {
    for (const { row, refillMs } of taken.splice(0)) await returnToBudget(accounts, row.subject, refillMs);
  };
  for (const one of guessed) {
    const budget = ATTEMPT_BUDGETS[one.kind];
    const row = { subject: subjectOf(one), account: one.account ?? '' };
    const wholeAt = await takeFromBudget(accounts, row, budget, at);
    if (wholeAt === undefined) {
      await returnUnused();
      return null;
    }
    taken.push({ row, refillMs: budget.refillMs, left: attemptsLeft(budget, wholeAt, at) });
  }
  return { left: lowest(taken.map(({ left }) => left)), returnUnused };
}

export type Judged = {
  readonly verdict: 'right' | 'wrong' | 'blocked';
  /** Attempts left. */
  readonly left: number;
};

/**
 * Counts an attempt, then compares. If no attempt is left, does not compare. A correct attempt is free, and so is an
 * attempt that fails for another reason, such as a busy server.
 */
export async function judgeAttempt(
  accounts: AccountsDb,
  guessed: readonly Guessed[],
  at: number,
  compare: () => Promise<boolean>,
): Promise<Judged> {
  const claimed = await claimAttempt(accounts, guessed, at);
  if (claimed === null) return { verdict: 'blocked', left: 0 };
  let isRight = false;
  try {
    isRight = await compare();
  } catch (error) {
    await claimed.returnUnused();
    throw error;
  }
  if (!isRight) return { verdict: 'wrong', left: claimed.left };
  await claimed.returnUnused();
  await forgiveBrowser(accounts, guessed);
  return { verdict: 'right', left: claimed.left + 1 };
}

/** Refills the budgets of the browser that succeeded. Budgets shared with other clients refill only with time. */
export const forgiveBrowser = (accounts: AccountsDb, guessed: readonly Guessed[]): Promise<void> =>
  refillBudgets(accounts, guessed.filter(({ kind }) => isOfBrowser(kind)).map(subjectOf));

const isOfBrowser = (kind: AttemptKind): boolean => BROWSER_KINDS.some((own) => own === kind);

/**
 * Refills all of an account's budgets. Call this only from the operator's command line, which also resets the secret that
 * was being guessed.
 */
export const forgiveAccount = (accounts: AccountsDb, account: string): Promise<void> =>
  refillBudgetsOf(accounts, account, [
    ...(['account', 'browser', 'account-factor', 'browser-factor'] as const),
    ...(['account-passkey', 'browser-passkey'] as const),
  ]);
