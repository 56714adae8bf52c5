import type { RangePreset } from '#contract/common.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { type CalendarRange, presetDates } from '#domain/range-preset.ts';
import { isTimeZone, startOfDate } from '#domain/zoned-day.ts';
import { AppError } from '../../http/app-error.ts';

/** A time range in epoch milliseconds; `endMs` is exclusive. Null leaves that side open. */
export type TimeRange = {
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** The calendar days that were requested. */
  readonly days?: NamedDays;
};

export type NamedDays = CalendarRange & {
  /**
   * Whether to count using the venue's day stamped on each event. `startMs` and `endMs` then only enclose these days.
   */
  readonly byStamp: boolean;
};

/** A requested range before its clock is known: timestamps, dates or a preset. */
export type AskedRange =
  | TimeRange
  /** The last day ends at `untilMs`. */
  | { readonly dates: CalendarRange; readonly untilMs?: number | undefined }
  | { readonly preset: RangePreset };

type RangeText = { start?: string; end?: string; from?: string; to?: string; range?: RangePreset };

export const EVERYTHING: TimeRange = { startMs: null, endMs: null };

/** A time later than any event, which represents an open end. */
export const END_OF_TIME_MS = Date.UTC(2200, 0, 1);

/**
 * How far in the future a range may end: it may end with the next day in any time zone, even if that day has 25 hours.
 */
const LATEST_END_MS = 48 * HOUR_MS;
/** Maximum offsets of a time zone, ahead of UTC and behind UTC. */
const MOST_AHEAD_MS = 14 * HOUR_MS;
const MOST_BEHIND_MS = 12 * HOUR_MS;

/**
 * Parses a query's range: epoch seconds, dates or a preset. A missing `start` or `end` leaves that side open. Throws
 * `AppError` (invalid) for a mixture of these forms and for dates that do not exist. Also throws unless 0 ≤ start < end
 * ≤ two days from now (docs/threat-model.md#d2).
 */
export function readRange({ start, end, from, to, range }: RangeText, nowMs: number): AskedRange {
  const ways = [start ?? end, from ?? to, range].filter((given) => given !== undefined);
  if (ways.length > 1) throw new AppError('invalid', 'Specify only one of: from and to, range, or start and end.');
  if (range !== undefined) return { preset: range };
  if (from === undefined && to === undefined) return readInstants({ start, end }, nowMs);
  if (from === undefined || to === undefined) throw new AppError('invalid', 'A range of days requires from and to.');
  if (!isCalendarDate(from) || !isCalendarDate(to)) throw new AppError('invalid', 'Specify valid dates.');
  if (from > to) throw new AppError('invalid', 'The range must start before it ends.');
  return { dates: { from, to } };
}

function readInstants(
  { start, end }: { start: string | undefined; end: string | undefined },
  nowMs: number,
): TimeRange {
  const startMs = start === undefined ? null : Number(start) * 1000;
  const endMs = end === undefined ? null : Number(end) * 1000;
  const latestMs = nowMs + LATEST_END_MS;
  if (endMs !== null && endMs > latestMs) throw new AppError('invalid', 'The range ends too far in the future.');
  if (startMs !== null && startMs >= (endMs ?? latestMs)) {
    throw new AppError('invalid', 'The range must start before it ends.');
  }
  return { startMs, endMs };
}

/**
 * Resolves a range to timestamps in `zone`. With `byStamp`, the range consists of the venues' days, and its timestamps
 * enclose them.
 */
export function resolveRange(
  asked: AskedRange,
  { zone, byStamp, today }: { readonly zone: string; readonly byStamp: boolean; readonly today: string },
): TimeRange {
  if ('startMs' in asked) return asked;
  const { from, to } = 'preset' in asked ? presetDates(asked.preset, today) : asked.dates;
  const days = { from, to, byStamp };
  // Days that haven't begun in any time zone are empty, so cut off the range there.
  const latest = addDays(today, 2);
  const [first, after] = [from, addDays(to, 1)].map((date) => (date < latest ? date : latest)) as [string, string];
  const untilMs = ('dates' in asked ? asked.untilMs : undefined) ?? END_OF_TIME_MS;
  const until = (endMs: number) => Math.min(endMs, untilMs);
  if (!byStamp) return { startMs: startOfDate(first, zone), endMs: until(startOfDate(after, zone)), days };
  return { startMs: Date.parse(first) - MOST_AHEAD_MS, endMs: until(Date.parse(after) + MOST_BEHIND_MS), days };
}

/** Returns the stamped days that limit the range, or null if timestamps limit it. */
export const stampsOf = ({ days }: TimeRange): CalendarRange | null => (days?.byStamp ? days : null);

/** Parses a query's `tz`; null if it is not given. Throws `AppError` (invalid) for an unknown time zone. */
export function readTimeZone(tz: string | undefined): string | null {
  if (tz === undefined) return null;
  if (!isTimeZone(tz)) throw new AppError('invalid', 'Specify a valid time zone.');
  return tz;
}
