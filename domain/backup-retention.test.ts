import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expiredBackups, parseBackupKeep } from './backup-retention.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

const NOON = Date.UTC(2026, 10, 30, 12);
const KEEP = { daily: 7, weekly: 4, monthly: 12 };
const daysOf = (moments: readonly number[]) => moments.map((ms) => new Date(ms).toISOString().slice(0, 10));

test('daily backups over two years leave seven days, four weeks and twelve months', () => {
  const made = [...Array(730).keys()].map((day) => NOON - day * DAY_MS);
  const expired = new Set(expiredBackups(made, KEEP));
  const kept = made.filter((ms) => !expired.has(ms));
  expect(daysOf(kept)).toEqual([
    ...['2026-11-30', '2026-11-29', '2026-11-28', '2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24'],
    ...['2026-11-22', '2026-11-15'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ]);
});

test('keeps the newest backup of a day; only periods that have a backup count', () => {
  const moments = [0, 1, 2].map((hour) => NOON + hour * HOUR_MS);
  expect(expiredBackups(moments, { daily: 1, weekly: 0, monthly: 0 })).toEqual([moments[1], moments[0]]);
  const old = [NOON, NOON - 400 * DAY_MS];
  expect(expiredBackups(old, { daily: 2, weekly: 0, monthly: 0 })).toEqual([]);
});

test('never removes the newest backup, and a second run removes nothing more', () => {
  const moments = fc.uniqueArray(
    fc.integer({ min: 0, max: 900 * 24 }).map((hour) => NOON - hour * HOUR_MS),
    { minLength: 1 },
  );
  const count = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(moments, fc.record({ daily: count, weekly: count, monthly: count }), (made, keep) => {
      const expired = new Set(expiredBackups(made, keep));
      expect(expired.has(Math.max(...made))).toBe(false);
      const kept = made.filter((ms) => !expired.has(ms));
      expect(expiredBackups(kept, keep)).toEqual([]);
      expect(kept.length).toBeLessThanOrEqual(1 + keep.daily + keep.weekly + keep.monthly);
    }),
  );
});

test('parses the setting strictly', () => {
  expect(parseBackupKeep('7 daily, 4 weekly, 12 monthly')).toEqual(KEEP);
  expect(parseBackupKeep('30 daily')).toEqual({ daily: 30, weekly: 0, monthly: 0 });
  for (const text of [
    '',
    '0 daily',
    'daily',
    '7',
    '7 daily 4 weekly',
    '7 daily, 7 daily',
    '-1 daily',
    '1.5 daily',
    '9999 daily',
  ])
    expect(parseBackupKeep(text), text).toBeNull();
});
