import type { Comparison } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact, writeFact } from '../databases/accounts/installation-facts.ts';

/** The result of the last comparison of sealed sums with the events, made by any process. */
export type FiguresCheck = {
  readonly at: number;
  readonly weeks: number;
  readonly differing: number;
  readonly repaired: number;
  /** Number of weeks that lack events that were once sealed. */
  readonly missing: number;
};

const checkOf = (comparison: Comparison, at: number, isDry: boolean): FiguresCheck => {
  const { weeks, repairedWeeks, hasRepairedTotals, losses } = comparison;
  const differing = repairedWeeks.length + (repairedWeeks.length === 0 && hasRepairedTotals ? 1 : 0);
  return { at, weeks, differing, repaired: isDry ? 0 : differing, missing: losses.length };
};

/** Returns a function that stores the result of a comparison. */
export const figuresNote =
  (accounts: AccountsDb, now: () => number) =>
  async (comparison: Comparison, isDry: boolean): Promise<void> => {
    const check = JSON.stringify(checkOf(comparison, now(), isDry));
    await accounts.transaction().execute((tx) => writeFact(tx, 'figures-check', check));
  };

/** Returns the last comparison, or null if there has been none. */
export async function lastFiguresCheck(accounts: AccountsDb): Promise<FiguresCheck | null> {
  const text = await readFact(accounts, 'figures-check');
  return text === null ? null : (JSON.parse(text) as FiguresCheck);
}
