import { ATTEMPT_BUDGETS, type AttemptKind, attemptsLeft } from '#domain/attempt-budget.ts';
import { lowest } from '#domain/extremes.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import {
  type AttemptSubject,
  refillBudgets,
  refillBudgetsOf,
  returnToBudget,
  takeFromBudget,
} from './attempt-queries.ts';

/** Something that is guessed at: `name` tells those of a kind apart, `account` is the e-mail key it belongs to, if any. */
export type Guessed = { readonly kind: AttemptKind; readonly name: string; readonly account?: string };

export type ClaimedAttempt = {
  /** Attempts that are left after this one. */
  readonly left: number;
  /** For an attempt that did not take place, such as one that the server was too busy for. */
  giveBack(): Promise<void>;
};

const subjectOf = ({ kind, name }: Guessed): string => `${kind}:${name}`;

/**
 * To be called before a secret that somebody might guess is compared: counts the attempt, at once and everywhere, so that many
 * at the same time get no further than one after the other. Null when one of the budgets has nothing left; then nothing is
 * counted and nothing may be compared.
 */
export async function claimAttempt(
  accounts: AccountsDb,
  guessed: readonly Guessed[],
  at: number,
): Promise<ClaimedAttempt | null> {
  const taken: { row: AttemptSubject; refillMs: number; left: number }[] = [];
  const giveBack = async () => {
    for (const { row, refillMs } of taken.splice(0)) await returnToBudget(accounts, row.subject, refillMs);
  };
  for (const one of guessed) {
    const budget = ATTEMPT_BUDGETS[one.kind];
    const row = { subject: subjectOf(one), account: one.account ?? '' };
    const wholeAt = await takeFromBudget(accounts, row, budget, at);
    if (wholeAt === undefined) {
      await giveBack();
      return null;
    }
    taken.push({ row, refillMs: budget.refillMs, left: attemptsLeft(budget, wholeAt, at) });
  }
  return { left: lowest(taken.map(({ left }) => left)), giveBack };
}

/** What was right is forgotten: the budgets are whole again. */
export const forgiveAttempts = (accounts: AccountsDb, guessed: readonly Guessed[]): Promise<void> =>
  refillBudgets(accounts, guessed.map(subjectOf));

/** Nobody waits any more who wants to sign in to the account with its new password. */
export const forgivePasswords = (accounts: AccountsDb, account: string): Promise<void> =>
  refillBudgetsOf(accounts, account, ['account', 'browser']);

/** The same for its second factor too: only for who has the server's own command line. */
export const forgiveAccount = (accounts: AccountsDb, account: string): Promise<void> =>
  refillBudgetsOf(accounts, account, ['account', 'browser', 'account-factor', 'browser-factor']);
