import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import {
  FIRST_RULES,
  isBackfill,
  isOutOfOrder,
  isOverOutletPace,
  isOverVisitorPace,
  isSilent,
  overlaps,
  rulesAt,
} from './judging-rules.ts';

const NOW = 1_795_363_200_000;

const shownAt = (atMs: number, seconds = 60) => ({ atMs, seconds });

test('a visitor has at most one hour of ads in any hour, regardless of the order in which views arrive', () => {
  const half = Array.from({ length: 30 }, (_, at) => shownAt(NOW + at * MINUTE_MS));
  const isOver = (ms: number, limit = 1_800) => isOverVisitorPace(half, shownAt(ms), limit);
  expect(isOverVisitorPace(half.slice(1), shownAt(NOW), 1_800)).toBe(false);
  expect(isOver(NOW + 30 * MINUTE_MS)).toBe(true);
  expect(isOver(NOW + 15 * MINUTE_MS)).toBe(true);
  expect(isOver(NOW + HOUR_MS)).toBe(false);
  expect(isOver(NOW + HOUR_MS - 1)).toBe(true);
  expect(isOver(NOW - 31 * MINUTE_MS)).toBe(false);
  expect(isOver(NOW - 30 * MINUTE_MS)).toBe(true);
  expect(isOver(NOW + 30 * MINUTE_MS, 1_860)).toBe(false);
});

test.each([10, 17, 30])('a visitor with an ad of %s s every 90 s for two hours loses nothing', (seconds) => {
  const views = Array.from({ length: 80 }, (_, at) => shownAt(NOW + at * 90 * SECOND_MS, seconds));
  const limit = FIRST_RULES.visitorSeconds ?? 0;
  for (const [at, view] of views.entries()) expect(isOverVisitorPace(views.slice(0, at), view, limit)).toBe(false);
});

/** Returns the number of valid views at one outlet, evaluated in sequence. */
const counted = (views: readonly { atMs: number; seconds: number }[], sockets = 1) => {
  const kept: { atMs: number; seconds: number }[] = [];
  for (const view of views) if (!isOverOutletPace(kept, view, sockets)) kept.push(view);
  return kept.length;
};

test('an outlet is at most two ads per socket ahead of the clock: skips pass, bursts do not', () => {
  const burst = Array.from({ length: 50 }, (_, at) => shownAt(NOW + at * 100, 15));
  expect(counted(burst)).toBe(3);
  expect(counted(burst, 2)).toBe(4);
  const skipped = [0, 15, 18, 33, 48].map((at) => shownAt(NOW + at * SECOND_MS, 15));
  expect(counted(skipped)).toBe(5);
  // Twice the possible rate for an hour: ads for about a quarter more than the elapsed time are valid.
  const double = Array.from({ length: 480 }, (_, at) => shownAt(NOW + at * 7_500, 15));
  expect(counted(double)).toBeLessThanOrEqual(330);
  expect(counted(double, 2)).toBe(480);
});

test('a late view must not push later views over the limit', () => {
  const after = [1, 2, 3].map((at) => shownAt(NOW + at * SECOND_MS, 15));
  expect(isOverOutletPace(after.slice(0, 2), shownAt(NOW, 15), 1)).toBe(false);
  expect(isOverOutletPace(after, shownAt(NOW, 15), 1)).toBe(true);
});

test('a burn follows its creative, at most a tenth early, and a click follows its view', () => {
  expect(isOutOfOrder(13_499, 15)).toBe(true);
  expect(isOutOfOrder(13_500, 15)).toBe(false);
  expect(isOutOfOrder(-1, 0)).toBe(true);
  expect(isOutOfOrder(0, 0)).toBe(false);
});

test('a late view needs something else from its outlet that arrived in the hours before it', () => {
  const hour = Math.floor(NOW / HOUR_MS);
  expect(isBackfill([], NOW, 48)).toBe(true);
  expect(isBackfill([hour - 48], NOW, 48)).toBe(false);
  expect(isBackfill([hour - 49, hour + 1], NOW, 48)).toBe(true);
  expect(isBackfill([hour], NOW, 48)).toBe(false);
});

test('"a view before the one before it at this outlet can have ended", also if the later one was reported first', () => {
  const first = { atMs: NOW, seconds: 15 };
  expect(overlaps(first, { atMs: NOW + 15 * SECOND_MS - 1, seconds: 5 })).toBe(true);
  expect(overlaps(first, { atMs: NOW + 15 * SECOND_MS, seconds: 5 })).toBe(false);
  expect(overlaps({ atMs: NOW + 14 * SECOND_MS, seconds: 5 }, first)).toBe(true);
  expect(overlaps({ atMs: NOW, seconds: 0 }, { atMs: NOW, seconds: 0 })).toBe(false);
});

test('"no other sign of life of the outlet within 30 minutes", "off by default"', () => {
  expect(FIRST_RULES.silentMinutes).toBeNull();
  expect(isSilent([], NOW, 30)).toBe(true);
  expect(isSilent([NOW - 31 * MINUTE_MS], NOW, 30)).toBe(true);
  expect(isSilent([NOW - 31 * MINUTE_MS, NOW - 30 * MINUTE_MS], NOW, 30)).toBe(false);
  expect(isSilent([NOW + HOUR_MS], NOW, 30)).toBe(false);
});

test('rules apply from their own start', () => {
  const later = { ...FIRST_RULES, visitorSeconds: 600, validFrom: NOW };
  expect(rulesAt([later], NOW - 1)).toBe(FIRST_RULES);
  expect(rulesAt([later], NOW)).toBe(later);
});
