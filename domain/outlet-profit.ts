import { DAY_MS } from './durations.ts';

/** The network's profit from an outlet over a number of days, in micro-dollars. */
export type OutletProfit = {
  readonly days: number;
  readonly revenue: bigint;
  readonly owner: bigint;
  readonly energy: bigint;
  /** The part of the monthly cost that falls on these days. */
  readonly fixed: bigint;
  readonly profit: bigint;
  readonly aMonth: bigint;
};

/** Number of days in an average month: a cost of 10 a month is 120 a year for any range. */
const DAYS_OF_A_MONTH = 365 / 12;

type Sums = Pick<OutletProfit, 'days' | 'revenue' | 'owner' | 'energy'>;

/** Calculates network revenue − the owner's share − energy − monthly cost (docs/business-rules.md#money). */
export function outletProfit({ days, revenue, owner, energy }: Sums, monthlyCostMicros: number): OutletProfit {
  const fixed = BigInt(Math.round((monthlyCostMicros * days) / DAYS_OF_A_MONTH));
  const profit = revenue - owner - energy - fixed;
  return { days, revenue, owner, energy, fixed, profit, aMonth: aMonthOf(profit, days) };
}

const aMonthOf = (amount: bigint, days: number): bigint =>
  days <= 0 ? 0n : BigInt(Math.round((Number(amount) * DAYS_OF_A_MONTH) / days));

export type ProfitTerm = 'revenue' | 'owner_share' | 'energy' | 'fixed_cost';

/**
 * Returns the terms of the monthly profit, each with its amount over the days. Each term is the increment of the
 * running sum, so that the terms add up exactly in whole micro-dollars.
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

/**
 * An outlet's results since its purchase, across all venues and owners. `brought` is the profit since the purchase, in
 * micro-dollars.
 */
type Bought = {
  readonly purchaseMicros: number;
  readonly brought: bigint;
  readonly boughtMs: number;
  readonly nowMs: number;
};

/**
 * Returns when the purchase price is paid back (epoch ms). A past time assumes even profit since the purchase; a future
 * time uses the current rate at the current venue. Null if the price is never paid back.
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
  // More than a hundred years counts as never.
  return atMs > nowMs + 100 * 365 * DAY_MS ? null : atMs;
}

/** `wait`: not in place long enough for advice. `check`: no views, so the location cannot be assessed. */
export type Advice = 'check' | 'move' | 'keep' | 'add' | 'wait';
/** The reason for the advice. */
type AdviceReason = 'no_views' | 'loses' | 'little' | 'much' | 'usual' | 'new';

/** Minimum days in service before any advice. */
export const TOLD_AFTER_DAYS = 14;

/**
 * Gives advice on an outlet, based on its monthly profit relative to the median of all assessable outlets. `move`: the
 * outlet loses money or brings less than a quarter of the median. `add`: the outlet brings at least twice the median,
 * so place another one. `check`: the outlet has no views, because it may be broken, dark or without a campaign.
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

/** Returns the median; for an even number of values, the lower of the middle two; 0 for none. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

/** How the energy figure for an outlet's views was obtained. */
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
