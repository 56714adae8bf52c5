import { expect, test } from 'vitest';
import { findResults } from './matching-results.tsx';
import { RESULT_KINDS, RESULTS } from './sample-data/results.ts';

const ALL = { order: 'Popular', time: 'All Time', kind: null } as const;

test('the first four results are those of the sample', () => {
  const first = findResults(RESULTS, ALL).slice(0, 4);
  expect(first.map(({ price, per }) => `${price} per ${per}`)).toEqual([
    '9,700 per week',
    '10,300 per week',
    '3,200 per week',
    '2,400 per month',
  ]);
  expect(first.map(({ isBestDeal = false }) => isBestDeal)).toEqual([false, true, false, false]);
});

test('each filter link finds the number of results that it shows', () => {
  for (const { kind, count } of RESULT_KINDS) expect(findResults(RESULTS, { ...ALL, kind })).toHaveLength(count);
});

test('a period excludes older results, and the latest come first', () => {
  const latest = findResults(RESULTS, { order: 'Latest', time: 'Last 24h', kind: null });
  expect(latest.length).toBeGreaterThan(0);
  expect(latest.every(({ ageHours }) => ageHours <= 24)).toBe(true);
  expect(latest.map(({ ageHours }) => ageHours)).toEqual(latest.map(({ ageHours }) => ageHours).sort((a, b) => a - b));
});
