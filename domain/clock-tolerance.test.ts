import { expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS, contactTime, distanceTo, mayLieIn, mustLieIn } from './clock-tolerance.ts';
import { MINUTE_MS } from './durations.ts';

const FROM = Date.UTC(2026, 10, 21, 12);
const TO = FROM + 30 * MINUTE_MS;
const SPAN = { fromMs: FROM, toMs: TO };
const OFFSETS = [-300_000, -299_999, -1_200, -1, 0, 1, 1_200, 299_999, 300_000];

test('the tolerance is five minutes', () => {
  expect(CLOCK_TOLERANCE_MS).toBe(5 * MINUTE_MS);
});

test('an event within a span may lie in it by every clock within the tolerance', () => {
  for (const offset of OFFSETS)
    for (const at of [FROM, FROM + 1, TO - 1]) expect(mayLieIn(at + offset, SPAN)).toBe(true);
  expect([mayLieIn(FROM - 300_001, SPAN), mayLieIn(TO + 300_000, SPAN)]).toEqual([false, false]);
  expect(mayLieIn(TO * 2, { fromMs: FROM, toMs: null })).toBe(true);
});

test('an event outside of a span is never certain to lie in it, by any clock within the tolerance', () => {
  for (const offset of OFFSETS) for (const at of [FROM - 1, TO]) expect(mustLieIn(at + offset, SPAN)).toBe(false);
  expect([mustLieIn(FROM + 300_000, SPAN), mustLieIn(TO - 300_001, SPAN)]).toEqual([true, true]);
  expect(mustLieIn(TO * 2, { fromMs: FROM, toMs: null })).toBe(true);
});

test('the distance to a span counts milliseconds outside of it', () => {
  expect([FROM - 5, FROM, TO - 1, TO].map((at) => distanceTo(at, SPAN))).toEqual([5, 0, 0, 1]);
});

test('a report of the last five minutes is a contact now, an older one at its own time', () => {
  expect([0, -300_000, 300_000].map((offset) => contactTime(FROM + offset, FROM))).toEqual([FROM, FROM, FROM]);
  expect(contactTime(FROM - 300_001, FROM)).toBe(FROM - 300_001);
});
