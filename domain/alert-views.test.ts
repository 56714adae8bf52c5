import { expect, test } from 'vitest';
import { percentInvalid, percentOfUsual, usualViews, watchedDays } from './alert-views.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

test('watches 24 whole hours up to 15 minutes ago, compared with the same hours of the four weeks before', () => {
  const days = watchedDays(Date.UTC(2026, 10, 21, 12, 14));
  expect(days.map(({ endMs }) => new Date(endMs).toISOString().slice(0, 13))).toEqual([
    ...['2026-11-21T11', '2026-11-14T11', '2026-11-07T11', '2026-10-31T11', '2026-10-24T11'],
  ]);
  expect(days.every(({ startMs, endMs }) => endMs - startMs === DAY_MS)).toBe(true);
  expect(watchedDays(Date.UTC(2026, 10, 21, 12, 15))[0]?.endMs).toBe(Date.UTC(2026, 10, 21, 11) + HOUR_MS);
});

test('the usual number is the mean of the weeks since the first views, at least two', () => {
  expect(usualViews([300, 100, 0, 0])).toBe(200);
  expect(usualViews([300, 0, 0, 300])).toBe(150);
  expect(usualViews([300, 0, 0, 0])).toBeNull();
  expect(usualViews([0, 0, 0, 0])).toBeNull();
});

test('reports nothing for small numbers, which rise and fall by chance', () => {
  expect(percentOfUsual([10, 99, 99, 99, 99])).toBeNull();
  expect(percentOfUsual([10, 100, 100, 100, 100])).toBe(10);
  expect(percentInvalid(10, 99)).toBeNull();
  expect(percentInvalid(89, 100)).toBe(11);
});
