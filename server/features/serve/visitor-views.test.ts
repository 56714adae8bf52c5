import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { createVisitorViews } from './visitor-views.ts';

const START = Date.UTC(2026, 10, 21);
const DAY = { date: '2026-11-21', startMs: START, endMs: START + DAY_MS };
const TOMORROW = { date: '2026-11-22', startMs: START + DAY_MS, endMs: START + 2 * DAY_MS };
const [ANNA, BEN] = ['a'.repeat(32), 'b'.repeat(32)];

function open() {
  const clock = { ms: START };
  const stored = new Map<string, number>();
  const readings: number[] = [];
  const failures: unknown[] = [];
  let fails = false;
  const views = createVisitorViews({
    playMs: SECOND_MS,
    now: () => clock.ms,
    report: (error) => failures.push(error),
    read: async ({ fromMs }) => {
      readings.push(fromMs);
      if (fails) throw new Error('away');
      return new Map(stored);
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const fail = (does: boolean) => {
    fails = does;
  };
  return { views, clock, stored, readings, failures, settled, fail };
}

test('counts views from before the start, and returns null until they are known', async () => {
  const { views, stored, settled } = open();
  stored.set(ANNA, 2);
  expect(views.seen(1, DAY, ANNA)).toBeNull();
  await settled();
  expect(views.seen(1, DAY, ANNA)).toBe(2);
  expect(views.seen(1, DAY, BEN)).toBe(0);
  views.served(1, DAY, ANNA);
  views.served(1, DAY, BEN);
  expect([views.seen(1, DAY, ANNA), views.seen(1, DAY, BEN)]).toEqual([3, 1]);
});

test('reads the views of other processes twice a minute, and counts a reported play only once', async () => {
  const { views, clock, stored, readings, settled } = open();
  views.seen(1, DAY, ANNA);
  await settled();
  views.served(1, DAY, ANNA);
  stored.set(ANNA, 1).set(BEN, 5);
  clock.ms += 30 * SECOND_MS - 1;
  expect([views.seen(1, DAY, ANNA), views.seen(1, DAY, BEN)]).toEqual([1, 0]);
  clock.ms += 1;
  views.seen(1, DAY, ANNA);
  await settled();
  expect([views.seen(1, DAY, ANNA), views.seen(1, DAY, BEN)]).toEqual([1, 5]);
  expect(readings).toEqual([START, START]);
});

test('a day starts empty, and keeps the known views if the store is unavailable', async () => {
  const { views, clock, failures, settled, fail } = open();
  views.seen(1, DAY, ANNA);
  await settled();
  views.served(1, DAY, ANNA);
  fail(true);
  clock.ms += 30 * SECOND_MS;
  views.seen(1, DAY, ANNA);
  await settled();
  expect(failures).toHaveLength(1);
  expect(views.seen(1, DAY, ANNA)).toBe(1);
  fail(false);
  clock.ms = TOMORROW.startMs;
  expect(views.seen(1, TOMORROW, ANNA)).toBeNull();
  await settled();
  expect(views.seen(1, TOMORROW, ANNA)).toBe(0);
});

test('evicts a flight without requests, and reloads it from the store', async () => {
  const { views, clock, readings, settled } = open();
  views.seen(1, DAY, ANNA);
  views.seen(2, DAY, ANNA);
  await settled();
  clock.ms += HOUR_MS + SECOND_MS + 1;
  views.seen(2, DAY, ANNA);
  views.seen(3, DAY, ANNA);
  await settled();
  const before = readings.length;
  expect([views.seen(1, DAY, ANNA), views.seen(2, DAY, ANNA), views.seen(3, DAY, ANNA)]).toEqual([null, 0, 0]);
  expect(readings.length).toBe(before + 1);
});
