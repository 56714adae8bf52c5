import { expect, test } from 'vitest';
import { DAY_MS } from './durations.ts';
import { adviceOn, energyKnown, medianOf, outletProfit, paysBackAt } from './outlet-profit.ts';

const SUMS = { days: 73, revenue: 100_000_000n, owner: 30_000_000n, energy: 5_000_000n };

test('profit is revenue minus the owner’s share, energy, and the monthly cost of the days', () => {
  // 73 days are a fifth of a year: 2.4 months.
  const made = outletProfit(SUMS, 10_000_000);
  expect(made).toMatchObject({ fixed: 24_000_000n, profit: 41_000_000n, aMonth: 17_083_333n });
  expect(outletProfit(SUMS, 0)).toMatchObject({ fixed: 0n, profit: 65_000_000n });
  expect(outletProfit({ ...SUMS, days: 0 }, 10_000_000)).toMatchObject({ fixed: 0n, aMonth: 0n });
});

test('projects payback from past earnings and the pace of the range, or never if the outlet earns nothing', () => {
  const of = { days: 10, profit: 20_000_000n };
  const bought = { purchaseMicros: 149_000_000, brought: 100_000_000n, boughtMs: 0, nowMs: 50 * DAY_MS };
  expect(paysBackAt(of, bought)).toBe(74.5 * DAY_MS);
  expect(paysBackAt({ ...of, profit: 0n }, bought)).toBeNull();
  expect(paysBackAt({ ...of, profit: 1n }, bought)).toBeNull();
  // The price is already paid back, regardless of the current profit. The time assumes even earnings.
  expect(paysBackAt({ ...of, profit: -1n }, { ...bought, brought: 298_000_000n })).toBe(25 * DAY_MS);
  expect(paysBackAt(of, { ...bought, brought: -51_000_000n })).toBe(150 * DAY_MS);
  expect(paysBackAt(of, { ...bought, purchaseMicros: 0, brought: -1n })).toBe(0);
});

test('moves outlets that lose or earn little, adds a neighbor to those with twice the median, and waits for new ones', () => {
  const on = (aMonth: bigint, days = 30, views = 1) => adviceOn({ aMonth, days, views }, 8n).advice;
  expect([-1n, 0n, 1n, 2n, 8n, 15n, 16n].map((aMonth) => on(aMonth))).toEqual([
    ...['move', 'move', 'move', 'keep', 'keep', 'keep', 'add'],
  ]);
  expect(on(16n, 13)).toBe('wait');
  // Check an outlet without views: it may be broken, or may have no campaign.
  expect(adviceOn({ aMonth: -1n, days: 30, views: 0 }, 8n)).toEqual({ advice: 'check', why: 'no_views' });
  expect(adviceOn({ aMonth: -1n, days: 30, views: 1 }, 8n)).toEqual({ advice: 'move', why: 'loses' });
  expect(adviceOn({ aMonth: 1n, days: 30, views: 1 }, 8n)).toEqual({ advice: 'move', why: 'little' });
  expect(medianOf([5n, 1n, 3n, 9n])).toBe(3n);
  expect(medianOf([])).toBe(0n);
});

test('energy is measured, estimated, or both', () => {
  const known = (views: number, estimatedViews: number) => energyKnown({ views, estimatedViews });
  expect([known(0, 0), known(3, 0), known(3, 1), known(3, 3)]).toEqual([
    'none',
    'measured',
    'partly measured',
    'estimated',
  ]);
});
