import type { Scope } from '#domain/role.ts';
import type { TimeRange } from './time-range.ts';

/** Keys of the customers to read; null: all in scope. */
export type CustomerKeys = readonly number[] | null;

/** A question for sums. `question.ts` has the question of a request. */
export type SumsQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  /** Only these outlets; all if absent. */
  readonly outlets?: readonly number[];
  readonly byOutlet: boolean;
  readonly range: TimeRange;
  /** The zone of "today"; null uses the day stamped on each event, compared with `localDayOf`. */
  readonly timeZone: string | null;
  /** Today's date at an outlet, if `timeZone` is null. */
  readonly localDayOf: (outletKey: number) => string;
};
