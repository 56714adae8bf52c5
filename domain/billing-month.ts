import { addDays, monthStart } from './calendar-date.ts';
import { startOfDate } from './zoned-day.ts';

/** A calendar month as `YYYY-MM`. */
export const isMonth = (text: string): boolean => /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (date: string): string => date.slice(0, 7);

export const nextMonth = (month: string): string => monthOf(monthStart(`${month}-01`, -1));

/** The instants of a month in a zone, half-open. */
export const monthBounds = (month: string, zone: string): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: startOfDate(`${month}-01`, zone),
  toMs: startOfDate(`${nextMonth(month)}-01`, zone),
});

/** When a month's documents become final automatically: `closeAfterDays` calendar days after its end, in the zone. */
export const closesAt = (month: string, zone: string, closeAfterDays: number): number =>
  startOfDate(addDays(`${nextMonth(month)}-01`, closeAfterDays), zone);
