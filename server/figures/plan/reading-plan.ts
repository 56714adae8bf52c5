import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { highest, lowest } from '#domain/extremes.ts';
import type { Seal } from '#event-store/event-store.ts';
import { END_OF_TIME_MS, stampsOf, type TimeRange } from '../query/time-range.ts';

/** A time interval in epoch milliseconds; `toMs` is exclusive. The interval is empty if both ends are equal. */
export type Interval = { readonly fromMs: number; readonly toMs: number };

/** Full UTC days to read from the rollups; `toDay` is exclusive. */
export type SealedPart =
  | { readonly kind: 'none' }
  | { readonly kind: 'all-time' }
  | {
      readonly kind: 'days';
      readonly fromDay: string;
      readonly toDay: string;
      /** The weeks' seal numbers; never empty. */
      readonly seals: readonly number[];
    };

/** Rows in `events` outside the sealed part: the partial days at both ends, and weeks with late events. */
export type RawPart = {
  readonly head: Interval;
  readonly tail: Interval;
  /** The Mondays of weeks with late events. Only the weeks' rows within `within` count. */
  readonly weeks: readonly string[];
  readonly within: Interval;
};

/** The rows to read for a range, so that each event counts exactly once (docs/events-store.md#reading). */
export type ReadingPlan = { readonly sealed: SealedPart; readonly raw: RawPart };

const NOTHING: Interval = { fromMs: 0, toMs: 0 };
const isoDay = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

/**
 * Splits a range into full sealed days and raw rows. `lateWeeks` are weeks that received events after they were sealed.
 * They are read raw until they are sealed again, so that a total never misses an accepted event. For days by stamp, a
 * UTC day is full if it is in the range in every time zone. The stamp filters the raw rows around those days.
 */
export function planReading(range: TimeRange, seal: Seal, lateWeeks: readonly string[]): ReadingPlan {
  const startMs = range.startMs ?? 0;
  const endMs = range.endMs ?? END_OF_TIME_MS;
  const watermarkMs = Date.parse(seal.watermark);
  const stamps = stampsOf(range);
  const wholeFromMs = stamps === null ? startMs : Date.parse(addDays(stamps.from, 1));
  // The range may end within a day that has already begun in some time zone.
  const wholeToMs = stamps === null ? endMs : Math.min(endMs, Date.parse(stamps.to));
  const firstMs = Math.ceil(wholeFromMs / DAY_MS) * DAY_MS;
  const lastMs = Math.floor(Math.min(wholeToMs, watermarkMs) / DAY_MS) * DAY_MS;
  if (seal.generation === 0 || firstMs >= lastMs) {
    return { sealed: { kind: 'none' }, raw: rawBetween(startMs, endMs) };
  }
  const whole = { fromMs: firstMs, toMs: lastMs };
  const weeks = weeksIn(whole, lateWeeks);
  const isAllTime = startMs === 0 && endMs >= watermarkMs && weeks.length === 0;
  return {
    sealed: isAllTime
      ? { kind: 'all-time' }
      : {
          kind: 'days',
          fromDay: isoDay(firstMs),
          toDay: isoDay(lastMs),
          seals: sealsBetween(seal, firstMs, lastMs, weeks),
        },
    raw: {
      head: { fromMs: startMs, toMs: firstMs },
      tail: { fromMs: lastMs, toMs: endMs },
      weeks,
      within: aroundWeeks(whole, weeks),
    },
  };
}

/** Returns the weeks that overlap an interval. */
export const weeksIn = ({ fromMs, toMs }: Interval, weeks: readonly string[]): string[] =>
  weeks.filter((week) => Date.parse(week) < toMs && Date.parse(week) + WEEK_MS > fromMs);

/** Returns the shortest part of an interval that contains all the weeks, so that the engine can skip other data. */
export function aroundWeeks(time: Interval, weeks: readonly string[]): Interval {
  if (weeks.length === 0) return NOTHING;
  const starts = weeks.map((week) => Date.parse(week));
  return clip(time, lowest(starts), highest(starts) + WEEK_MS);
}

/** Splits an interval into parts with late weeks and parts without. Merges adjacent parts. */
export function splitAtLateWeeks(
  { fromMs, toMs }: Interval,
  lateWeeks: readonly string[],
): { readonly quiet: readonly Interval[]; readonly late: readonly Interval[] } {
  const quiet: Interval[] = [];
  const late: { fromMs: number; toMs: number }[] = [];
  let atMs = fromMs;
  for (const startMs of lateWeeks.map((week) => Date.parse(week)).sort((one, other) => one - other)) {
    const week = clip({ fromMs: startMs, toMs: startMs + WEEK_MS }, atMs, toMs);
    if (week === NOTHING) continue;
    if (week.fromMs > atMs) quiet.push({ fromMs: atMs, toMs: week.fromMs });
    const before = late.at(-1);
    if (before?.toMs === week.fromMs) before.toMs = week.toMs;
    else late.push({ ...week });
    atMs = week.toMs;
  }
  if (atMs < toMs) quiet.push({ fromMs: atMs, toMs });
  return { quiet, late };
}

/**
 * Returns the seals of weeks that overlap an interval, except the weeks in `except`. Returns only 0 if there are no
 * such weeks.
 */
export function sealsBetween({ weeks }: Seal, fromMs: number, toMs: number, except: readonly string[]): number[] {
  const seals: number[] = [];
  for (const [week, { number }] of weeks) {
    const startMs = Date.parse(week);
    if (startMs < toMs && startMs + WEEK_MS > fromMs && !except.includes(week)) seals.push(number);
  }
  return seals.length === 0 ? [0] : seals;
}

/** Returns the part that consists of an interval's raw rows. */
export const rawBetween = (fromMs: number, toMs: number): RawPart => ({
  head: NOTHING,
  tail: { fromMs, toMs },
  weeks: [],
  within: NOTHING,
});

/** Returns the part of an interval between two times. */
export const clip = (interval: Interval, fromMs: number, toMs: number): Interval => {
  const clipped = { fromMs: Math.max(interval.fromMs, fromMs), toMs: Math.min(interval.toMs, toMs) };
  return clipped.fromMs < clipped.toMs ? clipped : NOTHING;
};

/** Returns the parts of several intervals between two times. */
export const clipAll = (times: readonly Interval[], fromMs: number, toMs: number): Interval[] =>
  times.map((time) => clip(time, fromMs, toMs)).filter((time) => time !== NOTHING);

/** Returns the raw rows between two times. */
export function clipRaw({ head, tail, weeks, within }: RawPart, fromMs: number, toMs: number): RawPart {
  const inWeeks = clip(within, fromMs, toMs);
  return {
    head: clip(head, fromMs, toMs),
    tail: clip(tail, fromMs, toMs),
    weeks: inWeeks === NOTHING ? [] : weeks,
    within: inWeeks,
  };
}

/** Returns the interval that a sealed part covers. */
export function sealedInterval(sealed: Exclude<SealedPart, { kind: 'none' }>, watermark: string): Interval {
  if (sealed.kind === 'all-time') return { fromMs: 0, toMs: Date.parse(watermark) };
  return { fromMs: Date.parse(sealed.fromDay), toMs: Date.parse(sealed.toDay) };
}
