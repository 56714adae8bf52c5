import { expect, test } from 'vitest';
import type { Campaign } from '#contract/campaigns.ts';
import { runningCampaigns } from './own-facts.tsx';

test('lists running campaigns with their remaining budget, the furthest behind first', () => {
  const campaign = (id: string, state: Campaign['state'], pace: number | null) =>
    ({ id, name: id, state, pace, budget: 100, spent: 30 }) as Campaign;
  const rows = [
    campaign('a', 'live', 1.02),
    campaign('c', 'live', 0.5),
    campaign('a', 'capped', 1.02),
    campaign('d', 'capped', null),
  ];
  expect(runningCampaigns(rows).map(({ id, left, pace }) => [id, left, pace])).toEqual([
    ['c', 70, 50],
    ['a', 70, 102],
    ['d', 70, null],
  ]);
});
