import { DateTime } from 'luxon';
import { parseInstant } from '#domain/event-time.ts';

/** What may be written for an instant. */
export const INSTANT_FORMS = 'a date such as 2026-12-01, or a time with offset such as 2026-12-01T08:00:00-05:00';

/**
 * Epoch ms of a date (its first moment in `zone`; with `edge` 'end' the moment after its last) or of an ISO 8601 time with offset.
 * Null for anything else.
 */
export function readInstant(text: string, zone: string, edge: 'start' | 'end' = 'start'): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return parseInstant(text);
  const day = DateTime.fromISO(text, { zone });
  if (!day.isValid || day.year < 2000) return null;
  return edge === 'start' ? day.startOf('day').toMillis() : day.plus({ days: 1 }).startOf('day').toMillis();
}

/** An instant for people: date and time in the zone. */
export const shownInstant = (instantMs: number, zone: string): string =>
  DateTime.fromMillis(instantMs, { zone }).toFormat('yyyy-MM-dd HH:mm ZZZZ');
