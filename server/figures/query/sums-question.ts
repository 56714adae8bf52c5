import type { Scope } from '#domain/role.ts';
import type { TimeRange } from './time-range.ts';

/** Keys of the customers to read; null means all customers in scope. */
export type CustomerKeys = readonly number[] | null;

/** A question about sums. `question.ts` defines the question that a request asks. */
export type SumsQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  /** Only these outlets; absent means all. */
  readonly outlets?: readonly number[];
  readonly byOutlet: boolean;
  readonly range: TimeRange;
  /** The time zone for "today". Null uses the day stamped on each event, compared with `localDayOf`. */
  readonly timeZone: string | null;
  /** Returns today's date at an outlet. Called only if `timeZone` is null. */
  readonly localDayOf: (outletKey: number) => string;
};
