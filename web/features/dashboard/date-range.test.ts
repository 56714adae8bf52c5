import { expect, test } from 'vitest';
import { addDays, dateIn, isCalendarDate, presetDates, rangeParameters, startOfDate } from './date-range.ts';

const at = (iso: string) => Date.parse(iso);

test('presets are whole days that end with today', () => {
  const today = '2026-03-01';
  expect(presetDates('all', today)).toBeNull();
  expect(presetDates('today', today)).toEqual({ start: '2026-03-01', end: '2026-03-01' });
  expect(presetDates('yesterday', today)).toEqual({ start: '2026-02-28', end: '2026-02-28' });
  expect(presetDates('7d', today)).toEqual({ start: '2026-02-23', end: '2026-03-01' });
  expect(presetDates('30d', today)).toEqual({ start: '2026-01-31', end: '2026-03-01' });
  expect(presetDates('90d', today)).toEqual({ start: '2025-12-02', end: '2026-03-01' });
});

test('month presets cross years and leap days', () => {
  expect(presetDates('this-month', '2026-11-21')).toEqual({ start: '2026-11-01', end: '2026-11-21' });
  expect(presetDates('last-month', '2026-01-15')).toEqual({ start: '2025-12-01', end: '2025-12-31' });
  expect(presetDates('last-month', '2028-03-31')).toEqual({ start: '2028-02-01', end: '2028-02-29' });
});

test('a day begins at the local midnight of its zone', () => {
  expect(startOfDate('2026-11-21', 'UTC')).toBe(at('2026-11-21T00:00:00Z'));
  expect(startOfDate('2026-11-21', 'America/New_York')).toBe(at('2026-11-21T05:00:00Z'));
  expect(startOfDate('2026-11-21', 'Asia/Kolkata')).toBe(at('2026-11-20T18:30:00Z'));
  expect(startOfDate('2026-11-21', 'Pacific/Kiritimati')).toBe(at('2026-11-20T10:00:00Z'));
});

test('days are 23 and 25 hours long when the clocks change', () => {
  const hours = (date: string, zone: string) =>
    (startOfDate(addDays(date, 1), zone) - startOfDate(date, zone)) / 3_600_000;
  expect(hours('2026-03-08', 'America/New_York')).toBe(23);
  expect(hours('2026-11-01', 'America/New_York')).toBe(25);
  expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
  expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5);
});

test('a skipped midnight begins when the clock jumps, a doubled one counts from the first', () => {
  // Cairo: 2026-04-24 00:00 becomes 01:00; Havana: 2026-11-01 01:00 becomes 00:00 again.
  expect(startOfDate('2026-04-24', 'Africa/Cairo')).toBe(at('2026-04-23T22:00:00Z'));
  expect(startOfDate('2026-11-01', 'America/Havana')).toBe(at('2026-11-01T04:00:00Z'));
});

test('the date of an instant depends on the zone', () => {
  const instant = at('2026-11-21T03:30:00Z');
  expect(dateIn('America/Los_Angeles', instant)).toBe('2026-11-20');
  expect(dateIn('Asia/Tokyo', instant)).toBe('2026-11-21');
});

test('the server gets a half-open range of epoch seconds and the zone', () => {
  expect(rangeParameters({ start: '2026-11-01', end: '2026-11-01' }, 'America/New_York')).toEqual({
    start: String(at('2026-11-01T04:00:00Z') / 1000),
    end: String(at('2026-11-02T05:00:00Z') / 1000),
    tz: 'America/New_York',
  });
  expect(rangeParameters(null, 'UTC')).toEqual({ tz: 'UTC' });
});

test('only dates that exist are dates', () => {
  expect(['2026-02-28', '2028-02-29'].every(isCalendarDate)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '26-01-01', '1970-01-01', 'today', ''].some(isCalendarDate)).toBe(false);
});
