import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { parseInstant } from '#domain/event-time.ts';
import { startOfDate } from '#domain/zoned-day.ts';

/** The accepted formats for a time, for error messages. */
export const INSTANT_FORMS = 'a date such as 2026-12-01, or a time with an offset such as 2026-12-01T08:00:00-05:00';

/**
 * Parses a date or an ISO 8601 time with offset to epoch ms. For a date, returns its start in `zone`, or its end if
 * `edge` is 'end'. Returns null for anything else.
 */
export function readInstant(text: string, zone: string, edge: 'start' | 'end' = 'start'): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text);
  if (!isCalendarDate(text)) return null;
  return startOfDate(edge === 'start' ? text : addDays(text, 1), zone);
}

/** Formats a timestamp for people: date and time in the time zone. */
export function shownInstant(instantMs: number, timeZone: string): string {
  const form = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instantMs);
  return `${new Intl.DateTimeFormat('sv-SE', form).format(instantMs)} ${zone.find(({ type }) => type === 'timeZoneName')?.value}`;
}
