import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { highest, lowest } from '#domain/extremes.ts';
import type { Seal } from '../../databases/events/events-db.ts';
import { END_OF_TIME_MS, stampsOf, type TimeRange } from '../asked/time-range.ts';

/** Half-open, in epoch milliseconds; empty where both are equal. */
export type Interval = { readonly fromMs: number; readonly toMs: number };

/** Whole UTC days that come from the rollups; `toDay` is exclusive. */
export type SealedPart =
  | { readonly kind: 'none' }
  | { readonly kind: 'all-time' }
  | {
      readonly kind: 'days';
      readonly fromDay: string;
      readonly toDay: string;
      /** Numbers of the weeks' seals; never empty. */
      readonly seals: readonly number[];
    };

/** Rows of `events` that the sealed part does not hold: the two ragged ends, and what lies in weeks that got late events. */
export type RawPart = {
  readonly head: Interval;
  readonly tail: Interval;
  /** Mondays; counted only within `within`. */
  readonly weeks: readonly string[];
  readonly within: Interval;
};

/** Which rows answer for a range, each event exactly once (docs/events-store.md#reading). */
export type ReadingPlan = { readonly sealed: SealedPart; readonly raw: RawPart };

const NOTHING: Interval = { fromMs: 0, toMs: 0 };
const isoDay = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

/**
 * Splits a range into whole sealed days and raw rows. `lateWeeks` are weeks that got events after they were sealed: they
 * are read raw until they are sealed anew, so that a total never misses an accepted event. Of days counted by their stamp
 * those UTC days are whole in which every zone has one of them; the stamp decides of the raw rows around them.
 */
export function planReading(range: TimeRange, seal: Seal, lateWeeks: readonly string[]): ReadingPlan {
  const startMs = range.startMs ?? 0;
  const endMs = range.endMs ?? END_OF_TIME_MS;
  const watermarkMs = Date.parse(seal.watermark);
  const stamps = stampsOf(range);
  const wholeFromMs = stamps === null ? startMs : Date.parse(addDays(stamps.from, 1));
  // It may end within a day that has begun somewhere already.
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

/** Those of some weeks that touch a time. */
export const weeksIn = ({ fromMs, toMs }: Interval, weeks: readonly string[]): string[] =>
  weeks.filter((week) => Date.parse(week) < toMs && Date.parse(week) + WEEK_MS > fromMs);

/** As little of a time as has all of the weeks: the engine leaves out by it what it need not look into. */
export function aroundWeeks(time: Interval, weeks: readonly string[]): Interval {
  if (weeks.length === 0) return NOTHING;
  const starts = weeks.map((week) => Date.parse(week));
  return clip(time, lowest(starts), highest(starts) + WEEK_MS);
}

/** A time without the weeks with late events, and these, in as few pieces as there can be. */
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

/** The seals of the weeks that touch a time, but for those that are read raw; 0 stands for none. */
export function sealsBetween({ weeks }: Seal, fromMs: number, toMs: number, except: readonly string[]): number[] {
  const seals: number[] = [];
  for (const [week, { number }] of weeks) {
    const startMs = Date.parse(week);
    if (startMs < toMs && startMs + WEEK_MS > fromMs && !except.includes(week)) seals.push(number);
  }
  return seals.length === 0 ? [0] : seals;
}

/** The raw rows of one interval. */
export const rawBetween = (fromMs: number, toMs: number): RawPart => ({
  head: NOTHING,
  tail: { fromMs, toMs },
  weeks: [],
  within: NOTHING,
});

/** The part of an interval between two instants. */
export const clip = (interval: Interval, fromMs: number, toMs: number): Interval => {
  const clipped = { fromMs: Math.max(interval.fromMs, fromMs), toMs: Math.min(interval.toMs, toMs) };
  return clipped.fromMs < clipped.toMs ? clipped : NOTHING;
};

/** Of some times what lies between two instants. */
export const clipAll = (times: readonly Interval[], fromMs: number, toMs: number): Interval[] =>
  times.map((time) => clip(time, fromMs, toMs)).filter((time) => time !== NOTHING);

/** Of the raw rows those that lie between two instants. */
export function clipRaw({ head, tail, weeks, within }: RawPart, fromMs: number, toMs: number): RawPart {
  const inWeeks = clip(within, fromMs, toMs);
  return {
    head: clip(head, fromMs, toMs),
    tail: clip(tail, fromMs, toMs),
    weeks: inWeeks === NOTHING ? [] : weeks,
    within: inWeeks,
  };
}

/** What a sealed part covers, as instants. */
export function sealedInterval(sealed: Exclude<SealedPart, { kind: 'none' }>, watermark: string): Interval {
  if (sealed.kind === 'all-time') return { fromMs: 0, toMs: Date.parse(watermark) };
  return { fromMs: Date.parse(sealed.fromDay), toMs: Date.parse(sealed.toDay) };
}
