import { expect, test } from 'vitest';
import { type Heard, silenceAt } from './alert-silence.ts';
import { MINUTE_MS } from './durations.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const AFTER = 60 * MINUTE_MS;
const heard = (id: string, minutesAgo: number): Heard => ({ id, label: id, lastSeenMs: NOW - minutesAgo * MINUTE_MS });
const look = (outlets: readonly Heard[], isStanding = false) =>
  silenceAt(outlets, { nowMs: NOW, afterMs: AFTER, isStanding });

test('an outlet is silent after 60 minutes without a sign of life, not before', () => {
  expect(look([heard('a', 59), heard('b', 1)])).toBeNull();
  expect(look([heard('a', 60), heard('b', 1)])).toMatchObject({ isWhole: false, silent: [{ id: 'a' }] });
});

test('a whole venue is one silence, since the first of it', () => {
  const silence = look([heard('b', 62), heard('a', 65)]);
  expect(silence?.isWhole).toBe(true);
  expect(silence?.silent.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(silence?.sinceMs).toBe(NOW - 65 * MINUTE_MS);
});

test('an outage is named when it is known how large it is, so that it is named once', () => {
  expect(look([heard('a', 61), heard('b', 57)])).toBeNull();
  expect(look([heard('a', 64), heard('b', 60)])?.isWhole).toBe(true);
});

test('it is not waited for longer than an outlet takes to join, and what stands is told as it is', () => {
  expect(look([heard('a', 70), heard('b', 57)])).toMatchObject({ isWhole: false, silent: [{ id: 'a' }] });
  expect(look([heard('a', 61), heard('b', 57)], true)).toMatchObject({ isWhole: false, silent: [{ id: 'a' }] });
});

test('the only outlet of a venue is an outlet, not a venue', () => {
  expect(look([heard('a', 90)])).toMatchObject({ isWhole: false });
});
