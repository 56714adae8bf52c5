import { type AttemptBudget, CLOCKS_DIFFER_MS } from '#domain/attempt-budget.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

export type AttemptSubject = {
  readonly subject: string;
  /** E-mail key of the account it is about; '' for none. */
  readonly account: string;
};

/**
 * Takes one attempt out of a budget by the rule of `takeAttempt`, in one statement: of any number at once, in whatever process,
 * only as many get one as there are. Answers when it will be whole again; undefined when nothing was left.
 */
export async function takeFromBudget(
  accounts: AccountsDb,
  { subject, account }: AttemptSubject,
  { free, refillMs }: AttemptBudget,
  at: number,
): Promise<number | undefined> {
  const all = free * refillMs;
  // Written before the clock was set back.
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

/** Puts back what was taken for an attempt that did not take place. */
export async function returnToBudget(accounts: AccountsDb, subject: string, refillMs: number): Promise<void> {
  await accounts
    .updateTable('attempt_budgets')
    .set((eb) => ({ whole_at: eb('whole_at', '-', refillMs) }))
    .where('subject', '=', subject)
    .execute();
}

/** They are whole again. */
export async function refillBudgets(accounts: AccountsDb, subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await accounts.deleteFrom('attempt_budgets').where('subject', 'in', subjects).execute();
}

/** Those of an account that begin with one of the kinds are whole again, of whatever browser. */
export async function refillBudgetsOf(accounts: AccountsDb, account: string, kinds: readonly string[]): Promise<void> {
  await accounts
    .deleteFrom('attempt_budgets')
    .where('account', '=', account)
    .where((eb) => eb.or(kinds.map((kind) => eb('subject', 'like', `${kind}:%`))))
    .execute();
}
