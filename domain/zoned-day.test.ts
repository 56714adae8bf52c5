import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, isCalendarDate, monthStart } from './calendar-date.ts';
import { HOUR_MS } from './durations.ts';
import { dayStarts, isTimeZone, startOfDate, wallClock, zonedDay } from './zoned-day.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
const iso = (instantMs: number) => new Date(instantMs).toISOString().replace(':00.000Z', 'Z');

test.each([
  ['an ordinary day', 'America/New_York', '2026-11-20', '2026-11-20T05:00Z', '2026-11-21T05:00Z'],
  ['23 hours', 'America/New_York', '2026-03-08', '2026-03-08T05:00Z', '2026-03-09T04:00Z'],
  ['25 hours', 'America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['midnight happens twice', 'Atlantic/Azores', '2026-10-25', '2026-10-25T00:00Z', '2026-10-26T01:00Z'],
  ['midnight happens twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ['midnight is skipped', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
  ['midnight is skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
  ['midnight was skipped', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
  ['half an hour back', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00Z', '2026-04-05T13:30Z'],
  ['half an hour on', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30Z', '2026-10-04T13:00Z'],
  ['5 hours 45 minutes', 'Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15Z', '2026-11-20T18:15Z'],
  ['the day before one that never was', 'Pacific/Apia', '2011-12-29', '2011-12-29T10:00Z', '2011-12-30T10:00Z'],
  ['the day after one that never was', 'Pacific/Apia', '2011-12-31', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  ['back at one minute past midnight', 'America/St_Johns', '2010-11-07', '2010-11-07T02:30Z', '2010-11-08T03:30Z'],
])('%s: %s, %s', (_what, zone, date, start, end) => {
  const day = zonedDay(startOfDate(date, zone), zone);
  expect([day.date, iso(day.startMs), iso(day.endMs)]).toEqual([date, start, end]);
  expect(zonedDay(day.endMs - 1, zone)).toEqual(day);
  expect(zonedDay(day.endMs, zone).startMs).toBe(day.endMs);
});

/** Returns the wall-clock date from the platform's own formatter, as an independent check. */
function datesIn(zone: string): (instantMs: number) => string {
  const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (instantMs) => clock.format(instantMs);
}

/** Returns the hours of a year in which the wall clock of a time zone jumps. */
function changesIn(zone: string, year: number): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = (at: number) => clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const seek = (from: number, to: number): number => {
    const middle = Math.floor((from + to) / 2 / HOUR_MS) * HOUR_MS;
    if (middle <= from) return to;
    return offset(from) === offset(middle) ? seek(middle, to) : seek(from, middle);
  };
  const weeks = [...Array(53).keys()].map((week) => Date.UTC(year, 0, 1 + 7 * week));
  return weeks.flatMap((from) =>
    offset(from) === offset(from + 168 * HOUR_MS) ? [] : [seek(from, from + 168 * HOUR_MS)],
  );
}

test('days leave no gap around any clock change and begin with the first instant of their date', () => {
  let changes = 0;
  for (const zone of ZONES) {
    const dateAt = datesIn(zone);
    for (const change of changesIn(zone, 2026)) {
      changes += 1;
      const [fromMs, toMs] = [change - 50 * HOUR_MS, change + 50 * HOUR_MS];
      let day = zonedDay(fromMs, zone);
      while (day.startMs < toMs) {
        const before = dateAt(day.startMs - 1);
        if (dateAt(day.startMs) !== day.date || before >= day.date)
          expect([zone, day, before]).toBe('its first instant');
        if (dateAt(day.endMs - 1) !== day.date) expect([zone, day]).toBe('ending with its last instant');
        const next = zonedDay(day.endMs, zone);
        expect(next.startMs).toBe(day.endMs);
        day = next;
      }
    }
  }
  expect(changes).toBeGreaterThan(200);
});

test('in any zone each instant is in one day, and the days of a range add up to the range', () => {
  const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instant, fc.integer({ min: 1, max: 40 * 24 }), (zone, fromMs, hours) => {
      const toMs = fromMs + hours * HOUR_MS;
      const starts = dayStarts(fromMs, toMs, zone);
      let sum = 0;
      for (const [startMs, date] of starts) {
        const day = zonedDay(startMs, zone);
        expect([day.date, day.startMs]).toEqual([date, startMs]);
        sum += Math.min(day.endMs, toMs) - Math.max(startMs, fromMs);
      }
      expect(sum).toBe(toMs - fromMs);
      const { startMs, endMs } = zonedDay(fromMs, zone);
      expect(startMs <= fromMs && fromMs < endMs).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('a date means the same midnight in every zone, in any season', () => {
  for (const zone of ZONES) {
    const dateAt = datesIn(zone);
    for (const date of ['2026-01-15', '2026-07-15']) {
      const start = startOfDate(date, zone);
      expect(dateAt(start) === date && dateAt(start - 1) === addDays(date, -1)).toBe(true);
    }
  }
});

test('the wall clock has date, hour and weekday', () => {
  expect(wallClock(Date.parse('2026-11-22T03:59:59.999Z'), 'America/New_York')).toEqual({
    date: '2026-11-21',
    hour: 22,
    weekday: 6,
  });
});

test('recognizes names of time zones', () => {
  for (const zone of [...ZONES, 'UTC', 'US/Pacific', 'Etc/GMT+5', 'GMT']) expect(isTimeZone(zone)).toBe(true);
  for (const text of ['', 'Mars/Olympus', '+05:30', '-08', 'Z', '2026-01-01']) expect(isTimeZone(text)).toBe(false);
});

test('recognizes calendar dates', () => {
  expect(['2026-02-28', '2028-02-29', '2000-01-01'].every(isCalendarDate)).toBe(true);
  const wrong = ['2026-02-29', '2026-13-01', '2026-1-1', '1999-12-31', '', 'today', '2026-04-31'];
  expect(wrong.filter(isCalendarDate)).toEqual([]);
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect([monthStart('2026-03-31', 0), monthStart('2026-03-31', 1), monthStart('2026-01-15', 1)]).toEqual([
    '2026-03-01',
    '2026-02-01',
    '2025-12-01',
  ]);
});
