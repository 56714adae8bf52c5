import { DateTime, IANAZone } from 'luxon';

/** A calendar day in a named time zone: its ISO date and its half-open range of instants in epoch milliseconds. */
export type ZonedDay = { readonly date: string; readonly startMs: number; readonly endMs: number };

export const isTimeZone = (zone: string): boolean => IANAZone.isValidZone(zone);

/** The day in `zone` that contains the instant. Days are 23 or 25 hours long when the clocks change. */
export function zonedDay(instantMs: number, zone: string): ZonedDay {
  const start = DateTime.fromMillis(instantMs, { zone }).startOf('day');
  const date = start.toISODate();
  if (date === null) throw new RangeError(`not a time zone: ${zone}`);
  return { date, startMs: start.toMillis(), endMs: start.plus({ days: 1 }).startOf('day').toMillis() };
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
