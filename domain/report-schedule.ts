import { addDays } from './calendar-date.ts';
import { HOUR_MS } from './durations.ts';
import { zoneHours } from './zone-hours.ts';
import { wallClock, zonedDay } from './zoned-day.ts';

/** When a report is mailed. `hour` is the local hour in the time zone. */
export type ReportTimes = {
  readonly every: 'day' | 'week' | 'month';
  /** 1 is Monday. For weekly schedules. */
  readonly weekday: number;
  /** For monthly schedules. In a shorter month, the last day is used. */
  readonly dayOfMonth: number;
  readonly hour: number;
  readonly timeZone: string;
};

/** Maximum number of days to search: a full month, and any day of the next month. */
const MOST_DAYS = 63;

/**
 * Returns the first due time after the given one. If a clock change skips the hour, the next hour is used. If the hour
 * repeats, its first occurrence is used.
 */
export function nextDueAt(times: ReportTimes, afterMs: number): number {
  let { date } = wallClock(afterMs, times.timeZone);
  for (let looked = 0; looked < MOST_DAYS; looked += 1) {
    if (isDay(times, date)) {
      const dueAt = hourOf(date, times);
      if (dueAt > afterMs) return dueAt;
    }
    date = addDays(date, 1);
  }
  throw new Error(`No day of ${JSON.stringify(times)} was found after ${afterMs}`);
}

function isDay({ every, weekday, dayOfMonth }: ReportTimes, date: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7 === weekday - 1;
  const last = addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
  return Number(date.slice(8)) === Math.min(dayOfMonth, Number(last.slice(8)));
}

function hourOf(date: string, { hour, timeZone }: ReportTimes): number {
  const noonMs = Date.parse(`${date}T12:00:00Z`);
  const { startMs, endMs } = dayOf(date, timeZone, noonMs);
  const wanted = `${date}T${String(hour).padStart(2, '0')}`;
  for (const [at, label] of zoneHours(startMs, endMs, timeZone)) if (label >= wanted) return at;
  return endMs;
}

/**
 * Returns the day with a date in a time zone. `nearMs` is noon UTC on that date, which may fall on the previous or the
 * next local day.
 */
function dayOf(date: string, timeZone: string, nearMs: number): { startMs: number; endMs: number } {
  for (const offset of [0, -12 * HOUR_MS, 12 * HOUR_MS, -14 * HOUR_MS]) {
    const day = zonedDay(nearMs + offset, timeZone);
    if (day.date === date) return day;
  }
  return zonedDay(nearMs, timeZone);
}
