import { Temporal } from 'temporal-polyfill';
import { addDays } from './calendar-date.ts';

/** A calendar day in a named time zone: its ISO date and its half-open range in epoch milliseconds. */
export type ZonedDay = { readonly date: string; readonly startMs: number; readonly endMs: number };

/** Whether the text is the name of a time zone. An offset such as +05:30 is not, because it has no clock changes. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns when a calendar date begins in a time zone (epoch ms). If a clock change skips midnight, the date begins at
 * the time of the change; if midnight repeats, at the first one. A skipped date (December 30, 2011 in Apia) begins and
 * ends with the next date.
 */
export const startOfDate = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/** Returns the wall-clock date, hour and weekday (1 is Monday) in a time zone. */
export function wallClock(instantMs: number, zone: string): { date: string; hour: number; weekday: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), hour: local.hour, weekday: local.dayOfWeek };
}

/** Returns the local time in minutes since midnight. */
export function minuteOfDay(instantMs: number, zone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}

/** Formats the local time as `14:07`. */
export function clockText(instantMs: number, zone: string): string {
  const minute = minuteOfDay(instantMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/**
 * Returns the time on a day that has the same local time as a timestamp on another day. If that local time repeats, its
 * first occurrence is used. If a clock change skips that local time, the time of the change is used. The result stays
 * within the day.
 */
export function sameTimeOn(date: string, instantMs: number, zone: string): number {
  const time = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).toPlainTime();
  const wanted = Temporal.PlainDate.from(date).toPlainDateTime(time);
  const [early, late] = (['earlier', 'later'] as const).map(
    (disambiguation) => wanted.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  ) as [number, number];
  const isLeftOut = !Temporal.Instant.fromEpochMilliseconds(early)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .equals(wanted);
  const jump = Temporal.Instant.fromEpochMilliseconds(early).toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  const found = isLeftOut ? Math.min(jump?.epochMilliseconds ?? late, late) : early;
  return Math.min(Math.max(found, startOfDate(date, zone)), startOfDate(addDays(date, 1), zone));
}

/** Returns the day in `zone` that contains a timestamp. Days are 23 or 25 hours long when the clocks change. */
export function zonedDay(instantMs: number, zone: string): ZonedDay {
  // When a clock is set back across midnight, it shows the previous date again, but the new day continues.
  for (let { date } = wallClock(Math.floor(instantMs), zone); ; date = addDays(date, 1)) {
    const endMs = startOfDate(addDays(date, 1), zone);
    if (instantMs < endMs) return { date, startMs: startOfDate(date, zone), endMs };
  }
}

/**
 * Returns each day in a half-open range: its date, keyed by its start (epoch ms). The first day may begin before the
 * range.
 */
export function dayStarts(fromMs: number, toMs: number, zone: string): Map<number, string> {
  const starts = new Map<number, string>();
  let { date, startMs } = zonedDay(fromMs, zone);
  do {
    starts.set(startMs, date);
    date = addDays(date, 1);
    startMs = startOfDate(date, zone);
  } while (startMs < toMs);
  return starts;
}

/** Creates a cached `zonedDay`. Thousands of events arrive together and share few days and time zones. */
export function createDayFinder(): (instantMs: number, zone: string) => ZonedDay {
  const known = new Map<string, ZonedDay[]>();
  return (instantMs, zone) => {
    const days = known.get(zone) ?? [];
    const hit = days.find(({ startMs, endMs }) => instantMs >= startMs && instantMs < endMs);
    if (hit) return hit;
    const day = zonedDay(instantMs, zone);
    known.set(zone, [day, ...days].slice(0, 64));
    return day;
  };
}
