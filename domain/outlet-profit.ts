import { DAY_MS } from './durations.ts';

/** What an outlet brought the network in so many days, in micro-dollars. */
export type OutletProfit = {
  readonly days: number;
  readonly revenue: bigint;
  readonly owner: bigint;
  readonly energy: bigint;
  /** The monthly cost, as much of it as falls on the days. */
  readonly fixed: bigint;
  readonly profit: bigint;
  readonly aMonth: bigint;
};

/** A year of months, so that a cost of 10 a month is 120 a year, whatever range is looked at. */
const DAYS_OF_A_MONTH = 365 / 12;

type Sums = Pick<OutletProfit, 'days' | 'revenue' | 'owner' | 'energy'>;

/** Revenue of the network − the owner's share − energy − what it costs each month (docs/business-rules.md#money). */
export function outletProfit({ days, revenue, owner, energy }: Sums, monthlyCostMicros: number): OutletProfit {
  const fixed = BigInt(Math.round((monthlyCostMicros * days) / DAYS_OF_A_MONTH));
  const profit = revenue - owner - energy - fixed;
  return { days, revenue, owner, energy, fixed, profit, aMonth: aMonthOf(profit, days) };
}

const aMonthOf = (amount: bigint, days: number): bigint =>
  days <= 0 ? 0n : BigInt(Math.round((Number(amount) * DAYS_OF_A_MONTH) / days));

export type ProfitTerm = 'revenue' | 'owner_share' | 'energy' | 'fixed_cost';

/**
 * What the profit of a month is reckoned from, each with what it came to in the days. Whole micro-dollars of a month add up to it
 * exactly: each term is what the sum grows by.
 */
export function profitTerms({ days, revenue, owner, energy, fixed }: Omit<OutletProfit, 'profit' | 'aMonth'>) {
  const terms: readonly (readonly [ProfitTerm, bigint])[] = [
    ...([
      ['revenue', revenue],
      ['owner_share', -owner],
      ['energy', -energy],
    ] as const),
    ['fixed_cost', -fixed],
  ];
  let sum = 0n;
  return terms.map(([term, amount]) => {
    const before = aMonthOf(sum, days);
    sum += amount;
    return { term, amount, aMonth: aMonthOf(sum, days) - before };
  });
}

/** What an outlet has brought since it was bought, wherever it stood and whoever owned the place. */
type Bought = {
  readonly purchaseMicros: number;
  readonly brought: bigint;
  readonly boughtMs: number;
  readonly nowMs: number;
};

/**
 * When it had earned what it cost, as if evenly since it was bought, or will have, at the pace of where it stands; null where
 * it never does.
 */
export function paysBackAt(
  { days, profit }: Pick<OutletProfit, 'days' | 'profit'>,
  { purchaseMicros, brought, boughtMs, nowMs }: Bought,
): number | null {
  const left = purchaseMicros - Number(brought);
  if (purchaseMicros === 0) return boughtMs;
  if (left <= 0) return boughtMs + (purchaseMicros / Number(brought)) * (nowMs - boughtMs);
  if (profit <= 0n || days <= 0) return null;
  const atMs = nowMs + (left / (Number(profit) / days)) * DAY_MS;
  // What takes longer than a hundred years is never.
  return atMs > nowMs + 100 * 365 * DAY_MS ? null : atMs;
}

/** `wait`: it has not been there long enough to tell. `check`: nobody saw it, so nothing is known of its place. */
export type Advice = 'check' | 'move' | 'keep' | 'add' | 'wait';
/** What an advice goes by. */
type AdviceReason = 'no_views' | 'loses' | 'little' | 'much' | 'usual' | 'new';

/** Days in service before anything is advised. */
export const TOLD_AFTER_DAYS = 14;

/**
 * What to do about an outlet, by what it brings in a month beside the median of all that can be told: one that loses money, or
 * brings less than a quarter of it, is better elsewhere; where one brings twice as much, another will pay as well. One without a view
 * may be broken, dark or without a campaign: that is looked at before it is moved.
 */
export function adviceOn(
  { aMonth, days, views }: Pick<OutletProfit, 'aMonth' | 'days'> & { readonly views: number },
  median: bigint,
): { readonly advice: Advice; readonly why: AdviceReason } {
  if (days < TOLD_AFTER_DAYS) return { advice: 'wait', why: 'new' };
  if (views === 0) return { advice: 'check', why: 'no_views' };
  if (aMonth <= 0n) return { advice: 'move', why: 'loses' };
  if (aMonth * 4n < median) return { advice: 'move', why: 'little' };
  return median > 0n && aMonth >= 2n * median ? { advice: 'add', why: 'much' } : { advice: 'keep', why: 'usual' };
}

/** The middle one; of an even number the lower of both. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

/** How the energy of views is known. */
export type EnergyKnown = 'measured' | 'partly measured' | 'estimated' | 'none';

export function energyKnown({
  views,
  estimatedViews,
}: {
  readonly views: number;
  readonly estimatedViews: number;
}): EnergyKnown {
  if (views === 0) return 'none';
  if (estimatedViews === 0) return 'measured';
  return estimatedViews >= views ? 'estimated' : 'partly measured';
}
