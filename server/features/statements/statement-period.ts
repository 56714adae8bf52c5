import { DateTime } from 'luxon';
import type { StatementPeriod } from './statement-data.ts';

const DAY = 'LLLL d, yyyy';
const MINUTE = 'LLLL d, yyyy, h:mm a';

const at = (instantMs: number, zone: string): DateTime => DateTime.fromMillis(instantMs, { zone, locale: 'en-US' });
const isMidnight = (time: DateTime): boolean => time.equals(time.startOf('day'));

/** An instant's calendar day in words. */
export const dayInWords = (instantMs: number, zone: string): string => at(instantMs, zone).toFormat(DAY);

/** The day before an exclusive end at midnight: a period "to October 31" ends as November 1 begins. */
const lastDay = (end: DateTime): string => end.minus({ milliseconds: 1 }).toFormat(DAY);

/** The half-open period in words, whole days where it consists of them. The time zone is printed beside it. */
export function periodInWords(period: StatementPeriod, issuedAtMs: number): string {
  const { fromMs, toMs, sinceMs, timeZone } = period;
  const end = at(toMs ?? issuedAtMs, timeZone);
  const now = `now (${at(issuedAtMs, timeZone).toFormat(MINUTE)})`;
  if (fromMs === null) {
    const since = sinceMs === null ? 'From the beginning' : `From the first view on ${dayInWords(sinceMs, timeZone)}`;
    if (toMs === null) return `${since} to ${now}`;
    return `${since} to ${isMidnight(end) ? lastDay(end) : end.toFormat(MINUTE)}`;
  }
  const start = at(fromMs, timeZone);
  const wholeDays = isMidnight(start) && (toMs === null || isMidnight(end));
  const from = start.toFormat(wholeDays ? DAY : MINUTE);
  if (toMs === null) return `${from} to ${now}`;
  const to = wholeDays ? lastDay(end) : end.toFormat(MINUTE);
  return from === to ? from : `${from} to ${to}`;
}
