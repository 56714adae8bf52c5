import { expect, test } from 'vitest';
import type { Campaign } from '#contract/campaigns.ts';
import type { Report } from '#contract/reports.ts';
import { campaignsThatRun, todayByNow } from './first-questions-words.ts';

test('running campaigns come with what is left, the one furthest behind first', () => {
  const campaign = (id: string, state: Campaign['state'], pace: number | null) =>
    ({ id, name: id, state, pace, budget: 100, spent: 30 }) as Campaign;
  const rows = [
    campaign('a', 'live', 1.02),
    campaign('c', 'live', 0.5),
    campaign('a', 'capped', 1.02),
    campaign('d', 'capped', null),
  ];
  expect(campaignsThatRun(rows).map(({ id, left, pace }) => [id, left, pace])).toEqual([
    ['c', 70, 50],
    ['a', 70, 102],
    ['d', 70, null],
  ]);
});

test('today is beside the hours of a week ago that had begun by now', () => {
  const hour = (time: string, views: number, before: number) => ({
    of: [{ id: `2026-11-21T${time}+00:00`, label: '' }],
    values: { views },
    compared: { views: before },
  });
  const report = { total: { views: 7 }, data: [hour('08:00', 3, 5), hour('09:00', 4, 6), hour('10:00', 0, 90)] };
  expect(todayByNow(report as unknown as Report, Date.UTC(2026, 10, 21, 9, 30))).toEqual({ views: 7, before: 11 });
});
