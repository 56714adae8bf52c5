import { Check } from 'typebox/value';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../domain/durations.ts';
import { Analytics } from '../contract/analytics.ts';
import { analyticsSample } from './analytics-sample.ts';

test('the sample has the shape of docs/specification.md#entities and the figures of docs/sample-pages.md#analytics', () => {
  const sample = analyticsSample(1);
  expect(Check(Analytics, sample)).toBe(true);
  expect(sample.visits).toEqual({ count: 4.332, logins: 830, sign_out_pct: 0.5, rate_pct: 4.5 });
  expect(sample.revenue.map(({ label }) => label)).toEqual(['SMX', 'Direct', 'Networks']);
  for (const { data } of sample.revenue) expect(data).toSatisfy((value: number) => value >= 1 && value <= 100);
  expect(sample.mainChart.map((series) => series.length)).toEqual([90, 90, 90]);
  const [first = [], second = []] = sample.mainChart[0] ?? [];
  expect(new Date(first[0] ?? 0).toISOString()).toBe('2019-01-19T00:00:00.000Z');
  expect((second[0] ?? 0) - (first[0] ?? 0)).toBe(25 * HOUR_MS);
});

test('the sample depends on the seed only', () => {
  expect(analyticsSample(7)).toEqual(analyticsSample(7));
  expect(analyticsSample(7).mainChart).not.toEqual(analyticsSample(8).mainChart);
});
