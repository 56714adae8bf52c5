import type { ReportComparison } from '#contract/reports.ts';
import { addDays } from './calendar-date.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import type { CalendarRange } from './range-preset.ts';
import { clockText, sameTimeOn, zonedDay } from './zoned-day.ts';

const daysOf = ({ from, to }: CalendarRange): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** How many days the period that is compared with lies back; null where it is a year. */
function daysBack(range: CalendarRange, comparison: ReportComparison): number | null {
  if (comparison === 'year_before') return null;
  return comparison === 'previous' ? daysOf(range) : Math.ceil(daysOf(range) / 7) * 7;
}

/** The same date of another year; the 29th of February is the 28th where there is none. */
function inYear(date: string, years: number): string {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return moved.endsWith('-02-29') && !isLeap(Number(moved.slice(0, 4))) ? `${moved.slice(0, 8)}28` : moved;
}
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** The days that a range is compared with. */
export function comparedDays(range: CalendarRange, comparison: ReportComparison): CalendarRange {
  const back = daysBack(range, comparison);
  if (back === null) return { from: inYear(range.from, -1), to: inYear(range.to, -1) };
  return { from: addDays(range.from, -back), to: addDays(range.to, -back) };
}

/** What a range is compared with; `untilMs`: of its last day only what was before, by the clock of `until` (`14:07`). */
export type ComparedPart = CalendarRange & { readonly untilMs?: number; readonly until?: string };

/**
 * A range that goes on today is compared with as much of the days before: with those up to the one beside today, and of that one
 * up to the same time by the clock. Whole minutes, so that all who ask within one read the same.
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

/** The day of the range that stands beside a day of the compared one. */
export function besideDay(date: string, range: CalendarRange, comparison: ReportComparison): string {
  const back = daysBack(range, comparison);
  return back === null ? inYear(date, 1) : addDays(date, back);
}
