import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { playWindow } from './play-window.ts';

const AT = Date.UTC(2026, 10, 21, 12);

test('a play is valid from its issue to its expiry, in whole seconds', () => {
  expect(playWindow(AT + 999, 15 * MINUTE_MS, [null])).toEqual({ issuedMs: AT, expiresMs: AT + 15 * MINUTE_MS });
});

test("a play ends before its flight, and before the outlet's time with its owner", () => {
  const end = AT + 5 * MINUTE_MS;
  const until = (...ends: (number | null)[]) => playWindow(AT, 15 * MINUTE_MS, ends)?.expiresMs;
  expect(until(end)).toBe(end - SECOND_MS);
  expect(until(end + 1)).toBe(end);
  expect(until(null, end + MINUTE_MS, end)).toBe(end - SECOND_MS);
  expect(playWindow(end - SECOND_MS, 15 * MINUTE_MS, [end])).toBeNull();
  expect(playWindow(end + MINUTE_MS, 15 * MINUTE_MS, [end])).toBeNull();
});
