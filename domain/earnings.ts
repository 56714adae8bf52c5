/** Parameters for calculating earnings. Defaults are in constants.ts. */
export type EarningTerms = {
  readonly kwhPerView: number;
  readonly dollarsPerKwh: number;
  /** The owner's part of the recorded revenue, 0 to 1. */
  readonly ownerShare: number;
};

/** Number of days in a month for this calculation. */
const MONTH_DAYS = 30;

export type MonthlyEarnings = {
  readonly views: number;
  /** Advertiser charges, in dollars. */
  readonly revenue: number;
  readonly share: number;
  readonly energyKwh: number;
  readonly energyCost: number;
  /** The owner's profit after electricity, in dollars. Negative if the share does not cover it. */
  readonly left: number;
};

/** Calculates an owner's earnings from outlets in a month of 30 days (docs/specification.md#constants). */
export function monthlyEarnings(
  { outlets, viewsPerDay, dollarsPerThousand }: { outlets: number; viewsPerDay: number; dollarsPerThousand: number },
  { kwhPerView, dollarsPerKwh, ownerShare }: EarningTerms,
): MonthlyEarnings {
  const views = outlets * viewsPerDay * MONTH_DAYS;
  const revenue = (views * dollarsPerThousand) / 1000;
  const energyKwh = views * kwhPerView;
  const [share, energyCost] = [revenue * ownerShare, energyKwh * dollarsPerKwh];
  return { views, revenue, share, energyKwh, energyCost, left: share - energyCost };
}

/**
 * Returns the price per thousand views at which the owner's share covers the electricity. Infinite if the share is 0.
 */
export const coveringPrice = ({ kwhPerView, dollarsPerKwh, ownerShare }: EarningTerms): number =>
  (1000 * kwhPerView * dollarsPerKwh) / ownerShare;

/**
 * Calculates what a budget reaches at a price per thousand views: whole views, and the energy their visitors receive.
 */
export function campaignReach(
  { budget, dollarsPerThousand }: { budget: number; dollarsPerThousand: number },
  { kwhPerView }: Pick<EarningTerms, 'kwhPerView'>,
): { readonly views: number; readonly energyKwh: number } {
  const views = Math.floor((budget * 1000) / dollarsPerThousand);
  return { views, energyKwh: views * kwhPerView };
}
