import { RATED_DAYS } from '#domain/constants.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { CustomerKeys, SumsQuestion } from '../query/sums-question.ts';
import { END_OF_TIME_MS, stampsOf } from '../query/time-range.ts';
import { clip, clipRaw, type Interval, planReading, type RawPart, type ReadingPlan } from './reading-plan.ts';
import type { SealState } from './seal-state.ts';
import { STEP_MS } from './steps.ts';

/** A question for raw rows. */
export type RawQuestion = {
  readonly customers: CustomerKeys;
  /** Only these outlets; if absent, all of the customers' outlets. */
  readonly outlets?: readonly number[];
  /** If false, sums are by customer. */
  readonly byOutlet: boolean;
  /** Whether to group by the reporting day stamped on each event. */
  readonly byLocalDay: boolean;
  readonly total: RawPart;
  readonly rated: RawPart;
  readonly today: Interval;
};

/**
 * Where to read the figures for a question. Each event counts once for the range, once for today and once for the
 * rating.
 */
export type SumsPlan = {
  readonly total: ReadingPlan;
  readonly rated: ReadingPlan;
  /** Raw rows before the settled time, and raw rows since. */
  readonly before: RawQuestion;
  readonly since: RawQuestion;
  /** The cache name within the scope. The name contains everything that affects the result, except events. */
  readonly name: string;
  /** The cache name for the sealed sums. */
  readonly history: string;
};

/** Length of the period whose burns and views make up a rating (docs/decisions.md#words). */
const RATED_MS = RATED_DAYS * DAY_MS;
/** Upper limit of the time since the start of a local day, which has at most 25 hours. */
const LONGEST_DAY_MS = 26 * HOUR_MS;

export function planSums(
  question: SumsQuestion,
  { archiveVersion, lateWeeks, seal }: SealState,
  { nowMs, settledMs }: { readonly nowMs: number; readonly settledMs: number },
): SumsPlan {
  const { byOutlet, customers, outlets, range, scope, timeZone } = question;
  const total = planReading(range, seal, lateWeeks);
  const ratedFromMs = Math.floor((nowMs - RATED_MS) / STEP_MS) * STEP_MS;
  const rated = planReading({ startMs: ratedFromMs, endMs: null }, seal, lateWeeks);
  const raw: RawQuestion = {
    customers,
    ...(outlets === undefined ? {} : { outlets }),
    byOutlet: byOutlet || timeZone === null,
    byLocalDay: timeZone === null,
    total: total.raw,
    rated: rated.raw,
    today: todayOf(timeZone, nowMs),
  };
  const sealed = [total.sealed, rated.sealed];
  return {
    total,
    rated,
    before: clipQuestion(raw, { fromMs: 0, toMs: settledMs }),
    since: clipQuestion(raw, { fromMs: settledMs, toMs: END_OF_TIME_MS }),
    name: JSON.stringify([seal.generation, archiveVersion, byOutlet, settledMs, stampsOf(range), sealed, raw]),
    // Rollups combine advertisers. For an advertiser, the cache keeps the raw history, without weeks that have late
    // events.
    history: scope.kind === 'advertiser' ? `${seal.generation}|${archiveVersion}|${lateWeeks}` : `${seal.generation}`,
  };
}

function todayOf(timeZone: string | null, nowMs: number): Interval {
  if (timeZone === null) {
    const stepMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
    return { fromMs: stepMs - LONGEST_DAY_MS, toMs: stepMs + LONGEST_DAY_MS };
  }
  const { startMs, endMs } = zonedDay(nowMs, timeZone);
  return { fromMs: startMs, toMs: endMs };
}

/** Returns the part of a question within an interval. */
export const clipQuestion = (raw: RawQuestion, { fromMs, toMs }: Interval): RawQuestion => ({
  ...raw,
  total: clipRaw(raw.total, fromMs, toMs),
  rated: clipRaw(raw.rated, fromMs, toMs),
  today: clip(raw.today, fromMs, toMs),
});
