import { addDays, monthStart } from './calendar-date.ts';
import { startOfDate } from './zoned-day.ts';

/** Whether a text is a calendar month, `YYYY-MM`. */
export const isMonth = (text: string): boolean => /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (date: string): string => date.slice(0, 7);

export const nextMonth = (month: string): string => monthOf(monthStart(`${month}-01`, -1));

/** Returns a month's half-open time range in a time zone (epoch ms). */
export const monthBounds = (month: string, zone: string): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: startOfDate(`${month}-01`, zone),
  toMs: startOfDate(`${nextMonth(month)}-01`, zone),
});

/**
 * Returns when a month's documents become final automatically: `closeAfterDays` calendar days after the month ends in
 * the time zone.
 */
export const closesAt = (month: string, zone: string, closeAfterDays: number): number =>
  startOfDate(addDays(`${nextMonth(month)}-01`, closeAfterDays), zone);
