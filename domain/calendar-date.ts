import { DAY_MS } from './durations.ts';

/** Whether the text is a real calendar date; 2026-02-30 is not. Dates before 2000 are rejected. */
export function isCalendarDate(text: string): boolean {
  if (!/^[2-9]\d{3}-\d{2}-\d{2}$/.test(text) || text === '9999-12-31') return false;
  const instant = Date.parse(text);
  return Number.isFinite(instant) && isoDateOf(instant) === text;
}

/** Converts a day, given as its UTC midnight, to its calendar date. */
export const isoDateOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Adds a number of days to a calendar date. Dates have no time zone, so clock changes do not matter. */
export const addDays = (date: string, days: number): string => isoDateOf(Date.parse(date) + days * DAY_MS);

/** Returns the first day of the month that is `monthsBack` months before the date's month. */
export const monthStart = (date: string, monthsBack: number): string =>
  isoDateOf(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 - monthsBack, 1));
