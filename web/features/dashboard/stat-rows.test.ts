import { expect, test } from 'vitest';
import { campaignRows, type RatedFigures, statRows } from './stat-rows.ts';

const figures: RatedFigures = {
  today_views: 12,
  total_views: 1_000,
  today_clicks: 1,
  total_clicks: 40,
  today_burns: 3,
  total_burns: 400,
  today_revenue: 0.25,
  total_revenue: 20.5,
  today_energy_wh: 300,
  total_energy_wh: 25_000,
  energy_estimated: true,
  rating: 40,
};

const shown = (perspective: 'admin' | 'property' | 'advertiser') =>
  statRows(figures, perspective, 0.17).map(({ label, value, maximum }) => [label, value, maximum]);

test('shows an administrator full figures against the maximums of the specification', () => {
  expect(shown('admin')).toEqual([
    ['Views', 1_000, 50_000],
    ['Clicks', 40, 50_000],
    ['Burns', 400, 50_000],
    ['Revenue', 20.5, 50_000],
    ['Energy', 25, 1_000],
    ['Energy cost', 4.25, 170],
    ['Rating', 40, 100],
  ]);
});

test('shows the earlier figure beside each figure that the role sees', () => {
  const compared = {
    from: '2026-11-01',
    to: '2026-11-07',
    total_views: 800,
    total_clicks: 50,
    total_burns: 0,
    total_revenue: 10,
    total_energy_wh: 20_000,
  };
  const before = (perspective: 'admin' | 'property' | 'advertiser') =>
    statRows({ ...figures, compared }, perspective, 0.5).map(({ before: was }) => was);
  expect(before('admin')).toEqual([800, 50, 0, 10, 20, 10, undefined]);
  expect(before('property')).toEqual([800, 10, 20, 10, undefined]);
  expect(before('advertiser')).toEqual([800, 50, 0, 10]);
  expect(campaignRows({ ...figures, compared }).map(({ before: was }) => was)).toEqual([800, 50, 10]);
});

test('shows an owner charges, their revenue and energy', () => {
  expect(shown('property').map(([label]) => label)).toEqual(['Charges', 'Revenue', 'Energy', 'Energy cost', 'Rating']);
});

test('shows an advertiser spend and no energy', () => {
  expect(shown('advertiser')).toEqual([
    ['Views', 1_000, 50_000],
    ['Clicks', 40, 50_000],
    ['Burns', 400, 50_000],
    ['Spend', 20.5, 800_000],
  ]);
});

test('uses the words of the specification in the campaign overview', () => {
  expect(campaignRows(figures).map(({ label }) => label)).toEqual([
    'Total Views',
    'Total Clicks',
    'Total Campaign spend',
  ]);
});

test('shows a rating without views as empty, not zero', () => {
  expect(statRows({ ...figures, rating: null }, 'admin', 0.17).at(-1)?.value).toBeNull();
});
