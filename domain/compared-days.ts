import type { ReportComparison } from '#contract/reports.ts';
import { addDays } from './calendar-date.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import type { CalendarRange } from './range-preset.ts';
import { clockText, sameTimeOn, zonedDay } from './zoned-day.ts';

const daysOf = ({ from, to }: CalendarRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/**
 * Returns the number of days between the range and the comparison period; null if the comparison period is a year
 * earlier.
 */
function daysBack(range: CalendarRange, comparison: ReportComparison): number | null {
  if (comparison === 'year_before') return null;
  return comparison === 'previous' ? daysOf(range) : Math.ceil(daysOf(range) / 7) * 7;
}

/** Returns the same date in another year. February 29 becomes February 28 if that year is not a leap year. */
function inYear(date: string, years: number): string {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return moved.endsWith('-02-29') && !isLeap(Number(moved.slice(0, 4))) ? `${moved.slice(0, 8)}28` : moved;
}
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** Returns the comparison period for a range. */
export function comparedDays(range: CalendarRange, comparison: ReportComparison): CalendarRange {
  const back = daysBack(range, comparison);
  if (back === null) return { from: inYear(range.from, -1), to: inYear(range.to, -1) };
  return { from: addDays(range.from, -back), to: addDays(range.to, -back) };
}

/**
 * A comparison period. `untilMs` limits its last day to events before that time, and `until` is that time as text
 * (`14:07`).
 */
export type ComparedPart = CalendarRange & { readonly untilMs?: number; readonly until?: string };

/**
 * Returns the period to compare a range with. If the range includes today, the comparison period ends at the current
 * time of day on the corresponding day. The time is rounded down to a full minute, so that all requests within a minute
 * get the same result.
 */
export function comparedPart(
  range: CalendarRange,
  comparison: ReportComparison,
  { nowMs, zone }: { readonly nowMs: number; readonly zone: string },
): ComparedPart {
  const whole = comparedDays(range, comparison);
  const { date: today } = zonedDay(nowMs, zone);
  if (today < range.from || today > range.to) return whole;
  const back = daysBack(range, comparison);
  const to = back === null ? inYear(today, -1) : addDays(today, -back);
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return { from: whole.from, to, untilMs: sameTimeOn(to, minuteMs, zone), until: clockText(minuteMs, zone) };
}

/** Returns the day of the range that corresponds to a day of the comparison period. */
export function besideDay(date: string, range: CalendarRange, comparison: ReportComparison): string {
  const back = daysBack(range, comparison);
  return back === null ? inYear(date, 1) : addDays(date, back);
}
