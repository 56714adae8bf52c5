import { expect, test } from 'vitest';
import { DEFAULT_ENERGY_COST_PER_KWH, DEFAULT_ENERGY_KWH_PER_VIEW, DEFAULT_OWNER_SHARE } from './constants.ts';
import { campaignReach, coveringPrice, monthlyEarnings } from './earnings.ts';

const TERMS = {
  kwhPerView: DEFAULT_ENERGY_KWH_PER_VIEW,
  dollarsPerKwh: DEFAULT_ENERGY_COST_PER_KWH,
  ownerShare: DEFAULT_OWNER_SHARE,
};

test('an owner gets 30 percent and pays 0.17 dollars per kWh for 0.025 kWh per view (docs/specification.md#constants)', () => {
  const { views, ...rest } = monthlyEarnings({ outlets: 10, viewsPerDay: 50, dollarsPerThousand: 20 }, TERMS);
  expect(views).toBe(15_000);
  expect(rest.revenue).toBeCloseTo(300);
  expect(rest.share).toBeCloseTo(90);
  expect(rest.energyKwh).toBeCloseTo(375);
  expect(rest.energyCost).toBeCloseTo(63.75);
  expect(rest.left).toBeCloseTo(26.25);
});

test('the break-even price leaves no profit and no debt, and a lower price leaves a debt', () => {
  const price = coveringPrice(TERMS);
  expect(price).toBeCloseTo(14.1667, 4);
  const leftAt = (dollarsPerThousand: number) =>
    monthlyEarnings({ outlets: 7, viewsPerDay: 31, dollarsPerThousand }, TERMS).left;
  expect(leftAt(price)).toBeCloseTo(0);
  expect(leftAt(price - 1)).toBeLessThan(0);
  expect(leftAt(price + 1)).toBeGreaterThan(0);
});

test('a budget buys whole views', () => {
  expect(campaignReach({ budget: 1_000, dollarsPerThousand: 30 }, TERMS).views).toBe(33_333);
  expect(campaignReach({ budget: 1_000, dollarsPerThousand: 25 }, TERMS)).toEqual({ views: 40_000, energyKwh: 1_000 });
});
