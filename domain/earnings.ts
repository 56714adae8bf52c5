/** What earnings are reckoned with; the defaults are in constants.ts. */
export type EarningTerms = {
  readonly kwhPerView: number;
  readonly dollarsPerKwh: number;
  /** The owner's part of the recorded revenue, 0 to 1. */
  readonly ownerShare: number;
};

/** A month for reckoning, in days. */
const MONTH_DAYS = 30;

export type MonthlyEarnings = {
  readonly views: number;
  /** What advertisers pay, in dollars. */
  readonly revenue: number;
  readonly share: number;
  readonly energyKwh: number;
  readonly energyCost: number;
  /** What the owner keeps after paying for the electricity; below zero when the share does not cover it. */
  readonly left: number;
};

/** What outlets earn their owner in a month of 30 days (docs/specification.md#constants). */
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

/** The price per thousand views from which the owner's share covers the electricity; infinite without a share. */
export const coveringPrice = ({ kwhPerView, dollarsPerKwh, ownerShare }: EarningTerms): number =>
  (1000 * kwhPerView * dollarsPerKwh) / ownerShare;

/** What a budget buys at a price per thousand views: whole views, and the energy their visitors are given. */
export function campaignReach(
  { budget, dollarsPerThousand }: { budget: number; dollarsPerThousand: number },
  { kwhPerView }: Pick<EarningTerms, 'kwhPerView'>,
): { readonly views: number; readonly energyKwh: number } {
  const views = Math.floor((budget * 1000) / dollarsPerThousand);
  return { views, energyKwh: views * kwhPerView };
}
