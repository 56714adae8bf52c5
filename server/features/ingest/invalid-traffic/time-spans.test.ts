import { expect, test } from 'vitest';
import { spansOf } from './time-spans.ts';

const at = (...times: readonly number[]) => times.map((atMs) => ({ atMs }));
const timesOf = (times: readonly number[], around = 10) =>
  spansOf(at(...times), around).map(({ fromMs, toMs }) => [fromMs, toMs]);

test('splits distant times into separate spans, in any order of arrival', () => {
  expect(timesOf([])).toEqual([]);
  expect(timesOf([1_000, 105, 100, 1_020])).toEqual([
    [90, 115],
    [990, 1_030],
  ]);
});

test('returns at most sixteen spans: it omits the widest gaps, and every event is in one span', () => {
  const times = Array.from({ length: 30 }, (_, nth) => nth * 100 + (nth > 20 ? 5_000 : 0));
  const spans = timesOf(times);
  expect(spans).toHaveLength(16);
  for (const time of times)
    expect(spans.filter(([from = 0, to = 0]) => from <= time - 10 && time + 10 <= to)).toHaveLength(1);
  expect(spans.some(([, to]) => to === 2_010)).toBe(true);
});
