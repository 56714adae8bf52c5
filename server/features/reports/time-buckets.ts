import type { ReportTime } from '#contract/reports.ts';
import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import { zoneHours, zoneSegments } from '#domain/zone-hours.ts';
import { dayStarts, zonedDay } from '#domain/zoned-day.ts';
import type { CellColumn } from '../../figures/query/cells-question.ts';
import { AppError } from '../../http/app-error.ts';

/** The buckets in a range, such as its hours or days. */
export type TimeBuckets = {
  readonly column: CellColumn;
  /** All buckets that have begun, in order, with or without events. */
  readonly labels: readonly string[];
  readonly labelOf: (key: string) => string;
};

export type TimesAsked = {
  /** Null if there were never any events. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** The days, if the range was requested by days. */
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly zone: string;
  /** Whether days are those stamped on the events, in their venues' time zones. */
  readonly isStamped: boolean;
  readonly nowMs: number;
};

/** Maximum range: ten years by day, or one year by hour. A longer chart is unreadable. */
const MOST_DAYS = 3_660;
const MOST_HOUR_DAYS = 366;

export function timeBuckets(dimension: ReportTime, asked: TimesAsked): TimeBuckets {
  const { nowMs, zone } = asked;
  const lastMs = zonedDay(nowMs + MOST_MS_EARLY, zone).endMs;
  const fromMs = Math.min(asked.fromMs ?? nowMs, lastMs - 1);
  const toMs = Math.max(Math.min(asked.toMs ?? lastMs, lastMs), fromMs + 1);
  const days = (toMs - fromMs) / DAY_MS;
  if (days > MOST_DAYS)
    throw new AppError('invalid', 'The range is too long for a report by time. The maximum is ten years.');
  switch (dimension) {
    case 'hour_of_week':
      return hoursOfWeek(fromMs, toMs, zone);
    case 'hour':
      if (days > MOST_HOUR_DAYS + 1)
        throw new AppError(
          'invalid',
          'The range is too long for a report by hour. Choose at most one year, or break it down by day.',
        );
      return hours(fromMs, toMs, asked);
    default:
      return dates(dimension, dayStarts(fromMs, toMs, zone), asked);
  }
}

function hours(fromMs: number, toMs: number, { days, isStamped, nowMs, zone }: TimesAsked): TimeBuckets {
  // If a range begins within an hour, that hour has the label of its beginning.
  const byStart = zoneHours(zonedDay(fromMs, zone).startMs, toMs, zone);
  const isIn = ([startMs, label]: [number, string]) =>
    startMs <= nowMs &&
    (days !== null && isStamped
      ? label.slice(0, 10) >= days.from && label.slice(0, 10) <= days.to
      : startMs > fromMs - HOUR_MS);
  return {
    column: { by: 'start', starts: [...byStart.keys()] },
    labels: [...byStart].filter(isIn).map(([, label]) => label),
    labelOf: (key) => byStart.get(Number(key)) ?? '',
  };
}

function hoursOfWeek(fromMs: number, toMs: number, zone: string): TimeBuckets {
  const nameOf = (hour: number) => `${Math.floor(hour / 24) + 1}-${String(hour % 24).padStart(2, '0')}`;
  return {
    column: { by: 'hour of the week', segments: zoneSegments(fromMs, toMs, zone) },
    labels: Array.from({ length: 168 }, (_, hour) => nameOf(hour)),
    labelOf: (key) => nameOf(Number(key)),
  };
}

/** Returns the Monday of the date's week. */
export const mondayOf = (date: string): string => addDays(date, -((Date.parse(date) / DAY_MS + 3) % 7));
const SPAN = { day: (date: string) => date, week: mondayOf, month: (date: string) => date.slice(0, 7) } as const;

function dates(
  unit: 'day' | 'week' | 'month',
  dateByStart: ReadonlyMap<number, string>,
  { days, isStamped, nowMs, zone }: TimesAsked,
): TimeBuckets {
  const { date: today } = zonedDay(nowMs, zone);
  const spanByStart = new Map<number, string>();
  const labels = new Set<string>();
  let last = '';
  for (const [startMs, date] of dateByStart) {
    const span = SPAN[unit](date);
    if (span !== last) spanByStart.set(startMs, span);
    last = span;
    const isAsked = days === null || (date >= days.from && date <= days.to);
    if (isAsked && date <= today) labels.add(span);
  }
  return {
    column: isStamped ? { by: 'stamp', unit } : { by: 'start', starts: [...spanByStart.keys()] },
    labels: [...labels],
    labelOf: (key) => (isStamped ? key.slice(0, unit === 'month' ? 7 : 10) : (spanByStart.get(Number(key)) ?? '')),
  };
}
