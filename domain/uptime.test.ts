import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { contactMinutes, inBoth, lengthOf, type Span, upSpans, uptime, without } from './uptime.ts';

const START = Date.UTC(2026, 10, 21, 10);
const HOUR = START / HOUR_MS;
const at = (minute: number) => START + minute * MINUTE_MS;
const span = (from: number, to: number): Span => ({ fromMs: at(from), toMs: at(to) });

test('reads minutes with contact from the bits of their hours', () => {
  const hours = [
    { hour: HOUR, first_half: 1 | (1 << 29), second_half: 1 | (1 << 29) },
    { hour: HOUR + 2, first_half: 1 << 5, second_half: 0 },
  ];
  expect(contactMinutes(hours)).toEqual([0, 29, 30, 59, 125].map(at));
});

test('an outlet is up for fifteen minutes after each contact, as long as it is shown as online', () => {
  expect(upSpans([0, 5, 10, 25, 41].map(at))).toEqual([span(0, 40), span(41, 56)]);
});

test('a heartbeat every five minutes is full uptime, and one missed hour costs that hour minus 15 minutes', () => {
  const beats = Array.from({ length: 289 }, (_, beat) => at(beat * 5));
  const day = [span(0, 1_440)];
  expect(uptime(upSpans(beats), day)).toBe(1);
  const missed = beats.filter((ms) => ms <= at(600) || ms >= at(660));
  expect(uptime(upSpans(missed), day)).toBe((1_440 - 45) / 1_440);
});

test('only the time in service counts, and without any there is no uptime', () => {
  const up = [span(0, 100)];
  expect(uptime(up, [span(50, 150), span(200, 250)])).toBe(50 / 150);
  expect(uptime(up, [])).toBeNull();
});

test('the parts in both and in only one of two lists add up to the list', () => {
  const ones = [span(0, 100), span(200, 300), span(400, 500)];
  const others = [span(50, 210), span(220, 230), span(290, 410), span(450, 700)];
  expect(inBoth(ones, others)).toEqual([
    span(50, 100),
    span(200, 210),
    span(220, 230),
    span(290, 300),
    span(400, 410),
    span(450, 500),
  ]);
  expect(without(ones, others)).toEqual([span(0, 50), span(210, 220), span(230, 290), span(410, 450)]);
  expect(lengthOf(inBoth(ones, others)) + lengthOf(without(ones, others))).toBe(lengthOf(ones));
});
