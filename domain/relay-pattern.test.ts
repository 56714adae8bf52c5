import { describe, expect, test } from 'vitest';
import { SECOND_MS } from './durations.ts';
import { isRelay } from './relay-pattern.ts';

/** Blocks of views: visitor, count, and seconds after the previous block. Ads follow each other every 12 s. */
function blocks(...all: readonly (readonly [string, number, number?])[]) {
  const views: { atMs: number; fingerprint: string }[] = [];
  let atMs = 0;
  for (const [fingerprint, count, afterSeconds = 12] of all)
    for (let nth = 0; nth < count; nth += 1) {
      atMs += (nth === 0 ? afterSeconds : 12) * SECOND_MS;
      views.push({ atMs, fingerprint });
    }
  return views;
}
const last = (views: ReturnType<typeof blocks>) => isRelay(views, views.length - 1);

describe('a relay', () => {
  test('is two changes in step after blocks of equal length, or three after blocks of any length', () => {
    expect(last(blocks(['a', 29], ['b', 29], ['c', 1]))).toBe(true);
    expect(last(blocks(['a', 29], ['b', 28], ['c', 20]))).toBe(true);
    expect(last(blocks(['a', 29], ['b', 20], ['c', 1]))).toBe(false);
    expect(last(blocks(['a', 29], ['b', 20], ['c', 12], ['d', 1]))).toBe(true);
  });

  test('is not one change, a change with a pause, a short block, or an unknown visitor', () => {
    expect(last(blocks(['a', 29], ['b', 29]))).toBe(false);
    expect(last(blocks(['a', 29], ['b', 29, 17], ['c', 1]))).toBe(false);
    expect(last(blocks(['a', 29], ['b', 29], ['c', 1, 40]))).toBe(false);
    expect(last(blocks(['a', 5], ['b', 5], ['c', 5], ['d', 1]))).toBe(false);
    expect(last(blocks(['a', 29], ['b', 29], ['', 1]))).toBe(false);
    expect(isRelay([], 0)).toBe(false);
  });
});
