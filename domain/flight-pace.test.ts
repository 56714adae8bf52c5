import { expect, test } from 'vitest';
import { DAY_MS } from './durations.ts';
import { expectedMicros, expectedOfDay, plannedOfDay } from './flight-pace.ts';

const flight = {
  startsMs: 0,
  approvedMs: 0,
  endsMs: 10 * DAY_MS,
  budgetMicros: 1_000,
  dailyCapMicros: null,
  pacing: 'even' as const,
};
const day = (n: number) => ({ startMs: n * DAY_MS, endMs: (n + 1) * DAY_MS });

test('an even flight is expected to spend its budget in proportion to its time', () => {
  expect([0, 5, 10, 11].map((n) => expectedMicros(flight, n * DAY_MS))).toEqual([0, 500, 1_000, 1_000]);
});

test('a day gets its part of the remaining budget within the daily cap, and a fast flight spends what it can', () => {
  expect(plannedOfDay(flight, day(0), 0)).toBe(100);
  expect(plannedOfDay(flight, day(8), 200)).toBe(400);
  expect(plannedOfDay({ ...flight, dailyCapMicros: 60 }, day(8), 200)).toBe(60);
  expect(plannedOfDay({ ...flight, pacing: 'fast' }, day(0), 100)).toBe(900);
  expect(plannedOfDay(flight, day(10), 0)).toBe(0);
  expect(expectedOfDay(flight, day(2), 100, 2.25 * DAY_MS)).toBe(25);
});
