import { type AttemptBudget, CLOCKS_DIFFER_MS } from '#domain/attempt-budget.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

export type AttemptSubject = {
  readonly subject: string;
  /** Email key of the account to which the subject belongs, or ''. */
  readonly account: string;
};

/**
 * Takes an attempt out of a budget, using the same rule as `takeAttempt`. Runs as one statement, so that concurrent
 * attempts in all processes never exceed the budget. Returns when the budget will be full again, or undefined if no
 * attempt was left.
 */
export async function takeFromBudget(
  accounts: AccountsDb,
  { subject, account }: AttemptSubject,
  { free, refillMs }: AttemptBudget,
  at: number,
): Promise<number | undefined> {
  const all = free * refillMs;
  // Times later than this were written before the clock was set back.
  const longAgo = at + all + CLOCKS_DIFFER_MS;
  const taken = await accounts
    .insertInto('attempt_budgets')
    .values({ subject, account, whole_at: at + refillMs })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet(({ eb }) => ({
          whole_at: eb
            .case()
            .when(eb('attempt_budgets.whole_at', '>', at).and('attempt_budgets.whole_at', '<=', at + all))
            .then(eb('attempt_budgets.whole_at', '+', refillMs))
            .else(at + refillMs)
            .end(),
        }))
        .where((eb) =>
          eb('attempt_budgets.whole_at', '<=', at + all - refillMs).or('attempt_budgets.whole_at', '>', longAgo),
        ),
    )
    .returning('whole_at')
    .executeTakeFirst();
  return taken?.whole_at;
}

/** Gives an attempt that did not take place back to its budget. */
export async function returnToBudget(accounts: AccountsDb, subject: string, refillMs: number): Promise<void> {
  await accounts
    .updateTable('attempt_budgets')
    .set((eb) => ({ whole_at: eb('whole_at', '-', refillMs) }))
    .where('subject', '=', subject)
    .execute();
}

/** Refills the budgets. */
export async function refillBudgets(accounts: AccountsDb, subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await accounts.deleteFrom('attempt_budgets').where('subject', 'in', subjects).execute();
}

/** Refills an account's budgets of these kinds, for all browsers. */
export async function refillBudgetsOf(accounts: AccountsDb, account: string, kinds: readonly string[]): Promise<void> {
  await accounts
    .deleteFrom('attempt_budgets')
    .where('account', '=', account)
    .where((eb) => eb.or(kinds.map((kind) => eb('subject', 'like', `${kind}:%`))))
    .execute();
}
