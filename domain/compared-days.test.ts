import { expect, test } from 'vitest';
import { besideDay, comparedDays, comparedPart } from './compared-days.ts';

const range = { from: '2026-11-01', to: '2026-11-10' };

test('the previous period has as many days and ends the day before', () => {
  expect(comparedDays(range, 'previous')).toEqual({ from: '2026-10-22', to: '2026-10-31' });
  expect(besideDay('2026-10-22', range, 'previous')).toBe('2026-11-01');
});

test('the same weekdays are the fewest whole weeks earlier that do not overlap the range', () => {
  expect(comparedDays(range, 'same_weekdays')).toEqual({ from: '2026-10-18', to: '2026-10-27' });
  const week = { from: '2026-11-16', to: '2026-11-22' };
  expect(comparedDays(week, 'same_weekdays')).toEqual(comparedDays(week, 'previous'));
  expect(comparedDays({ from: '2026-11-22', to: '2026-11-22' }, 'same_weekdays').from).toBe('2026-11-15');
});

test('the year before has the same dates, and February 29 is compared with February 28', () => {
  const february = { from: '2025-02-01', to: '2025-02-28' };
  expect(comparedDays(february, 'year_before')).toEqual({ from: '2024-02-01', to: '2024-02-28' });
  expect(comparedDays({ from: '2024-02-29', to: '2024-03-01' }, 'year_before')).toEqual({
    from: '2023-02-28',
    to: '2023-03-01',
  });
  expect(besideDay('2024-02-29', february, 'year_before')).toBe('2025-02-28');
});

const partAt = (now: string, zone: string, comparison: 'previous' | 'same_weekdays' | 'year_before', from?: string) => {
  const nowMs = Date.parse(now);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(nowMs);
  const { untilMs, ...part } = comparedPart({ from: from ?? today, to: today }, comparison, { nowMs, zone });
  return { ...part, at: untilMs === undefined ? null : new Date(untilMs).toISOString().slice(0, 16) };
};

test('a range that includes today is compared up to the same time of day', () => {
  expect(partAt('2026-11-21T14:07:59Z', 'UTC', 'previous')).toEqual({
    from: '2026-11-20',
    to: '2026-11-20',
    until: '14:07',
    at: '2026-11-20T14:07',
  });
  expect(partAt('2026-11-21T14:07:59Z', 'UTC', 'same_weekdays', '2026-11-15')).toMatchObject({
    from: '2026-11-08',
    to: '2026-11-14',
    at: '2026-11-14T14:07',
  });
  const month = comparedPart({ from: '2026-11-01', to: '2026-11-30' }, 'year_before', {
    nowMs: Date.parse('2026-11-21T14:07Z'),
    zone: 'UTC',
  });
  expect(month).toMatchObject({ from: '2025-11-01', to: '2025-11-21', until: '14:07' });
});

test('a range that is over, or has not begun, is compared with whole days', () => {
  const clock = { nowMs: Date.parse('2026-11-21T14:07Z'), zone: 'UTC' };
  expect(comparedPart(range, 'previous', clock)).toEqual(comparedDays(range, 'previous'));
  const later = { from: '2026-11-22', to: '2026-11-23' };
  expect(comparedPart(later, 'previous', clock)).toEqual(comparedDays(later, 'previous'));
});

test.each([
  ['the day after the clock went on', '2026-03-09T16:00Z', 'America/New_York', '2026-03-08T16:00'],
  ['at a time that the clock left out', '2026-03-09T06:30Z', 'America/New_York', '2026-03-08T07:00'],
  ['on the day on which it goes on', '2026-03-08T16:00Z', 'America/New_York', '2026-03-07T17:00'],
  ['the day after it went back', '2026-11-02T17:00Z', 'America/New_York', '2026-11-01T17:00'],
  ['at a time that it showed twice', '2026-11-02T06:30Z', 'America/New_York', '2026-11-01T05:30'],
  ['on the day on which it goes back', '2026-11-01T17:00Z', 'America/New_York', '2026-10-31T16:00'],
  ['half an hour back', '2026-04-06T02:00Z', 'Australia/Lord_Howe', '2026-04-05T02:00'],
  ['where midnight is skipped', '2026-03-29T22:00Z', 'Asia/Beirut', '2026-03-28T22:00'],
])('around a clock change: %s', (_name, now, zone, at) => {
  expect(partAt(now, zone, 'previous').at).toBe(at);
});
