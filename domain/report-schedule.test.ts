import { expect, test } from 'vitest';
import { nextDueAt, type ReportTimes } from './report-schedule.ts';

const TIMES: ReportTimes = { every: 'day', weekday: 1, dayOfMonth: 1, hour: 7, timeZone: 'America/New_York' };
const next = (times: Partial<ReportTimes>, after: string) =>
  new Date(nextDueAt({ ...TIMES, ...times }, Date.parse(after))).toISOString();

test('daily at an hour of a time zone: today if still ahead, else tomorrow, also around clock changes', () => {
  expect(next({}, '2026-11-20T11:00:00Z')).toBe('2026-11-20T12:00:00.000Z');
  expect(next({}, '2026-11-20T12:00:00Z')).toBe('2026-11-21T12:00:00.000Z');
  expect(next({}, '2026-10-31T11:00:00Z')).toBe('2026-11-01T12:00:00.000Z');
  expect(next({ hour: 0, timeZone: 'Pacific/Kiritimati' }, '2026-11-20T10:00:00Z')).toBe('2026-11-21T10:00:00.000Z');
  expect(next({ hour: 9, timeZone: 'Asia/Kathmandu' }, '2026-11-20T00:00:00Z')).toBe('2026-11-20T03:15:00.000Z');
});

test('an hour that the clock skips becomes the next one, and an hour shown twice means the first', () => {
  expect(next({ hour: 2 }, '2026-03-08T05:00:00Z')).toBe('2026-03-08T07:00:00.000Z');
  expect(next({ hour: 1 }, '2026-11-01T04:00:00Z')).toBe('2026-11-01T05:00:00.000Z');
  expect(next({ hour: 1 }, '2026-11-01T05:00:00Z')).toBe('2026-11-02T06:00:00.000Z');
});

test('weekly on its weekday, monthly on its day or on the last day of a shorter month', () => {
  expect(next({ every: 'week', weekday: 1 }, '2026-11-20T00:00:00Z')).toBe('2026-11-23T12:00:00.000Z');
  expect(next({ every: 'week', weekday: 7 }, '2026-11-22T12:00:00Z')).toBe('2026-11-29T12:00:00.000Z');
  expect(next({ every: 'month', dayOfMonth: 31 }, '2026-11-20T00:00:00Z')).toBe('2026-11-30T12:00:00.000Z');
  expect(next({ every: 'month', dayOfMonth: 31 }, '2027-01-31T13:00:00Z')).toBe('2027-02-28T12:00:00.000Z');
  expect(next({ every: 'month', dayOfMonth: 1 }, '2026-11-01T13:00:00Z')).toBe('2026-12-01T12:00:00.000Z');
});
