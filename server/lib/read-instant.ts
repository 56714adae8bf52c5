import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { parseInstant } from '#domain/event-time.ts';
import { startOfDate } from '#domain/zoned-day.ts';

/** The accepted forms of an instant, for error messages. */
export const INSTANT_FORMS = 'a date such as 2026-12-01, or a time with offset such as 2026-12-01T08:00:00-05:00';

/**
 * Parses a date or an ISO 8601 time with offset to epoch ms. A date gives its first moment in `zone`; with `edge`
 * 'end', the moment after its last. Returns null for anything else.
 */
export function readInstant(text: string, zone: string, edge: 'start' | 'end' = 'start'): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text);
  if (!isCalendarDate(text)) return null;
  return startOfDate(edge === 'start' ? text : addDays(text, 1), zone);
}

/** Formats an instant for people: date and time in the zone. */
export function shownInstant(instantMs: number, timeZone: string): string {
  const form = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(instantMs);
  return `${new Intl.DateTimeFormat('sv-SE', form).format(instantMs)} ${zone.find(({ type }) => type === 'timeZoneName')?.value}`;
}
