import type { Scope } from '#domain/role.ts';
import type { TimeRange } from './time-range.ts';

/** Which customers' rows; null is every one in scope. */
export type CustomerKeys = readonly number[] | null;

/** What is asked of the sums; `asked/question.ts` is what a request asks. */
export type SumsQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  /** Which of their outlets; every one where it is left out. */
  readonly outlets?: readonly number[];
  readonly byOutlet: boolean;
  readonly range: TimeRange;
  /** The zone whose day is "today"; null takes the day stamped on each event, told by `localDayOf`. */
  readonly timeZone: string | null;
  /** Today's date at an outlet, for `timeZone` null. */
  readonly localDayOf: (outletKey: number) => string;
};
