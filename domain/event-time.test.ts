import { describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { eventTimeProblem, parseInstant } from './event-time.ts';

describe('timestamps of events', () => {
  test.each([
    ['2026-11-21T14:05:09Z', '2026-11-21T14:05:09.000Z'],
    ['2026-11-21T14:05Z', '2026-11-21T14:05:00.000Z'],
    ['2026-11-21T14:05:09.123456Z', '2026-11-21T14:05:09.123Z'],
    ['2026-11-21T14:05:09+05:45', '2026-11-21T08:20:09.000Z'],
    ['2026-11-21T14:05:09-0800', '2026-11-21T22:05:09.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('parses %s', (text, expected) => {
    expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each([
    '2026-11-21T14:05:09',
    '2026-11-21',
    '2026-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T14:60:00Z',
    '2026-11-21T14:05:60Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21 14:05:09Z',
    '1763733909',
    'Sat, 21 Nov 2026 14:05:09 GMT',
    '2026-11-21T14:05:09Z ',
    '',
  ])('rejects %j', (text) => {
    expect(parseInstant(text)).toBeNull();
  });
});

describe('the window in which events are accepted (docs/decisions.md#ingestion)', () => {
  const nowMs = Date.UTC(2026, 10, 21);
  const dayMs = DAY_MS;

  test.each([
    [nowMs, null],
    [nowMs + 5 * MINUTE_MS, null],
    [nowMs + 5 * MINUTE_MS + 1, 'clock_ahead'],
    [nowMs - 30 * dayMs, null],
    [nowMs - 30 * dayMs - 1, 'too_late'],
  ])('an event at %d is %s', (timestampMs, expected) => {
    expect(eventTimeProblem(timestampMs, nowMs)).toBe(expected);
  });
});
