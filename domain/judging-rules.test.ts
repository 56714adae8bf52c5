import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { FIRST_RULES, isOverVisitorPace, isSilent, overlaps, rulesAt } from './judging-rules.ts';

const NOW = 1_795_363_200_000;

test('"more than 30 views of a fingerprint in an hour", in whichever order they come', () => {
  const half = Array.from({ length: 30 }, (_, at) => NOW + at * MINUTE_MS);
  expect(isOverVisitorPace(half.slice(1), NOW, 30)).toBe(false);
  expect(isOverVisitorPace(half, NOW + 30 * MINUTE_MS, 30)).toBe(true);
  expect(isOverVisitorPace(half, NOW + 15 * MINUTE_MS, 30)).toBe(true);
  expect(isOverVisitorPace(half, NOW + HOUR_MS, 30)).toBe(false);
  expect(isOverVisitorPace(half, NOW + HOUR_MS - 1, 30)).toBe(true);
  expect(isOverVisitorPace(half, NOW - 31 * MINUTE_MS, 30)).toBe(false);
  expect(isOverVisitorPace(half, NOW - 30 * MINUTE_MS, 30)).toBe(true);
});

test('"a view before the one before it at this outlet can have ended", also where the later one was reported first', () => {
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

test('rules hold from their own moment on', () => {
  const later = { ...FIRST_RULES, visitorViews: 10, validFrom: NOW };
  expect(rulesAt([later], NOW - 1)).toBe(FIRST_RULES);
  expect(rulesAt([later], NOW)).toBe(later);
});
