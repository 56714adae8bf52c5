import { HOUR_MS, MINUTE_MS } from './durations.ts';

/*
 * A venue's opening hours, as people write them: `Mo-Fr 08:00-22:00; Sa,Su 10:00-02:00`. Days are Mo to Su, and
 * semicolons separate parts. Hours that end at or before their start continue after midnight. `24/7` or an empty text
 * means always open.
 */

/** The required format of opening hours, for messages. */
export const HOURS_FORM = 'use a format such as Mo-Fr 08:00-22:00; Sa 10:00-18:00';

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** The weekday on which the epoch began, a Thursday, counted from Monday as 0. */
const FIRST_WEEKDAY = 3;

/** An open period, in minutes of a week that begins on Monday. It is half-open, and `to` may be in the next week. */
type OpenSpan = { readonly from: number; readonly to: number };
export type OpeningHours = readonly OpenSpan[];

/** Parses opening hours. Null for an invalid text; an empty list for a venue that is always open. */
export function readOpeningHours(text: string): OpeningHours | null {
  const plain = text.trim();
  if (plain === '' || plain === '24/7') return [];
  const spans: OpenSpan[] = [];
  for (const part of plain.split(';')) {
    const found = /^\s*([A-Za-z,\- ]+?)\s+([\d:,\- ]+?)\s*$/.exec(part);
    if (found === null) return null;
    const days = readDays(found[1] ?? '');
    const hours = (found[2] ?? '').split(',').map(readHours);
    if (days === null) return null;
    for (const own of hours) {
      if (own === null) return null;
      for (const day of days) spans.push({ from: day * DAY_MINUTES + own.from, to: day * DAY_MINUTES + own.to });
    }
  }
  return spans;
}

function readDays(text: string): number[] | null {
  const days: number[] = [];
  for (const part of text.split(',')) {
    const [first = -1, last = first, ...more] = part.split('-').map(dayOf);
    if (first < 0 || last < 0 || more.length > 0) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

const dayOf = (text: string): number =>
  DAYS.findIndex((day) => day.toLowerCase() === text.trim().slice(0, 2).toLowerCase());

function readHours(text: string): OpenSpan | null {
  const found = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(text);
  if (found === null) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number);
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  if (from >= DAY_MINUTES || to > DAY_MINUTES || fromMinute > 59 || toMinute > 59) return null;
  return { from, to: to > from ? to : to + DAY_MINUTES };
}

/** A venue's local day and time. */
type LocalTime = { readonly date: string; readonly minute: number };

/**
 * Minutes before and after the opening hours during which a venue does not count as closed, because of staff, remaining
 * guests, and clock errors.
 */
export const CLOSED_TOLERANCE_MINUTES = 60;

/** Whether a venue is closed at a local time, which must be more than an hour outside its opening hours. */
export function isClosedAt(hours: OpeningHours, { date, minute }: LocalTime): boolean {
  if (hours.length === 0) return false;
  const weekday = (Math.floor(Date.parse(date) / (24 * HOUR_MS)) + FIRST_WEEKDAY) % 7;
  const at = weekday * DAY_MINUTES + minute;
  return !hours.some(({ from, to }) =>
    [at - WEEK_MINUTES, at, at + WEEK_MINUTES].some(
      (time) => time >= from - CLOSED_TOLERANCE_MINUTES && time < to + CLOSED_TOLERANCE_MINUTES,
    ),
  );
}

/**
 * Returns the local time of a timestamp on a day that begins at `startMs`. On days with a clock change, the result is
 * off by at most one hour.
 */
export const localTime = (atMs: number, { date, startMs }: { readonly date: string; readonly startMs: number }) => ({
  date,
  minute: Math.floor((atMs - startMs) / MINUTE_MS),
});
