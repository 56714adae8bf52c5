import { Temporal } from 'temporal-polyfill';
import { addDays } from './calendar-date.ts';

/** A calendar day in a named time zone: its ISO date and its half-open range of instants in epoch milliseconds. */
export type ZonedDay = { readonly date: string; readonly startMs: number; readonly endMs: number };

/** Whether it is the name of a time zone; an offset such as +05:30 is none, because it knows no clock changes. */
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
 * The first instant (epoch ms) of a calendar date in a zone: where midnight is skipped the moment the clock jumps, where
 * it happens twice the first. A date that the zone left out (Apia's 30 December 2011) begins and ends with the next one.
 */
export const startOfDate = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;

/** The wall clock of an instant in a zone. */
export function wallClock(instantMs: number, zone: string): { date: string; hour: number; weekday: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return { date: local.toPlainDate().toString(), hour: local.hour, weekday: local.dayOfWeek };
}

/** What the clock on the wall shows, in minutes since its midnight. */
export function minuteOfDay(instantMs: number, zone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}

/** What the clock on the wall shows: `14:07`. */
export function clockText(instantMs: number, zone: string): string {
  const minute = minuteOfDay(instantMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/**
 * When a day's clock shows what it shows at an instant of another day: of a time that is shown twice the first, and where the clock
 * leaves it out the moment of the jump. Never before the day begins or after it ends.
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

/** The day in `zone` that contains the instant. Days are 23 or 25 hours long when the clocks change. */
export function zonedDay(instantMs: number, zone: string): ZonedDay {
  // A clock set back over midnight shows yesterday's date again: the day that has begun goes on.
  for (let { date } = wallClock(Math.floor(instantMs), zone); ; date = addDays(date, 1)) {
    const endMs = startOfDate(addDays(date, 1), zone);
    if (instantMs < endMs) return { date, startMs: startOfDate(date, zone), endMs };
  }
}

/** Date by start (epoch ms) of each day that a half-open range touches; the first may begin before it. */
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

/** `zonedDay` that remembers: events arrive by the thousand and share few days and zones. */
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
