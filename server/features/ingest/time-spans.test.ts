import { expect, test } from 'vitest';
import { spansOf } from './time-spans.ts';

const at = (...times: readonly number[]) => times.map((atMs) => ({ atMs }));
const timesOf = (times: readonly number[], around = 10) =>
  spansOf(at(...times), around).map(({ fromMs, toMs, views }) => [fromMs, toMs, views.length]);

test('what lies apart is asked for apart, in whichever order it came', () => {
  expect(timesOf([])).toEqual([]);
  expect(timesOf([1_000, 105, 100, 1_020])).toEqual([
    [90, 115, 2],
    [990, 1_030, 2],
  ]);
});

test('never in more than eight questions: the widest gaps are left out', () => {
  const times = Array.from({ length: 30 }, (_, nth) => nth * 100 + (nth > 20 ? 5_000 : 0));
  const spans = timesOf(times);
  expect(spans).toHaveLength(8);
  expect(spans.reduce((sum, [, , count = 0]) => sum + count, 0)).toBe(30);
  expect(spans.some(([, toMs]) => toMs === 2_010)).toBe(true);
});
