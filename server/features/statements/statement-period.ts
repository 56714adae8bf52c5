import { zonedDay } from '#domain/zoned-day.ts';
import type { StatementPeriod } from './statement-data.ts';

const LOCALE = 'en-US';

/** Formats a timestamp's calendar day in words. */
export const dayInWords = (instantMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE, { timeZone, dateStyle: 'long' }).format(instantMs);

/**
 * Formats day and time with the time zone's abbreviation. A plain space precedes AM and PM, because the statement's
 * font has no narrow space.
 */
export function minuteInWords(instantMs: number, timeZone: string): string {
  const form = { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const time = new Intl.DateTimeFormat(LOCALE, form).format(instantMs);
  return `${dayInWords(instantMs, timeZone)}, ${time.replace(/\s/g, ' ')}`;
}

/** Describes the past state that a statement shows. Printed if it excludes later arrivals. */
export const knownInWords = (knownOnMs: number, timeZone: string): string =>
  `As known on ${minuteInWords(knownOnMs, timeZone)}`;

const isDayStart = (instantMs: number, zone: string): boolean => zonedDay(instantMs, zone).startMs === instantMs;

/** Formats the day before an exclusive end: a period "to October 31" ends when November 1 begins. */
const lastDay = (endMs: number, zone: string): string => dayInWords(endMs - 1, zone);

/** Describes the half-open period in words, as full days if possible. The time zone is printed next to it. */
export function periodInWords(period: StatementPeriod, issuedAtMs: number): string {
  const { fromMs, toMs, sinceMs, timeZone } = period;
  const now = `now (${minuteInWords(issuedAtMs, timeZone)})`;
  const endsWithDay = toMs !== null && isDayStart(toMs, timeZone);
  if (fromMs === null) {
    const since = sinceMs === null ? 'From the beginning' : `From the first view on ${dayInWords(sinceMs, timeZone)}`;
    if (toMs === null) return `${since} to ${now}`;
    return `${since} to ${endsWithDay ? lastDay(toMs, timeZone) : minuteInWords(toMs, timeZone)}`;
  }
  const wholeDays = isDayStart(fromMs, timeZone) && (toMs === null || endsWithDay);
  const inWords = wholeDays ? dayInWords : minuteInWords;
  const from = inWords(fromMs, timeZone);
  if (toMs === null) return `${from} to ${now}`;
  const to = wholeDays ? lastDay(toMs, timeZone) : minuteInWords(toMs, timeZone);
  return from === to ? from : `${from} to ${to}`;
}
