/** What events add up to. Money stays an integer of micro-dollars until it is sent. */
export type Sums = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  /** What the scope may see: recorded revenue, the owner's share of it, or the advertiser's spend. */
  readonly micros: bigint;
  readonly energyMilliWh: number;
  /** Views whose energy is the configured estimate. */
  readonly estimatedViews: number;
};

/** Figures of one outlet (or of one customer) for a question. */
export type FigureSet = {
  readonly total: Sums;
  readonly today: Sums;
  /** Views and burns of the last 30 days, for the rating. */
  readonly ratedViews: number;
  readonly ratedBurns: number;
};

export const NO_SUMS: Sums = { views: 0, clicks: 0, burns: 0, micros: 0n, energyMilliWh: 0, estimatedViews: 0 };
export const NO_FIGURES: FigureSet = { total: NO_SUMS, today: NO_SUMS, ratedViews: 0, ratedBurns: 0 };

export function addSums(a: Sums, b: Sums): Sums {
  if (a === NO_SUMS) return b;
  if (b === NO_SUMS) return a;
  return {
    views: a.views + b.views,
    clicks: a.clicks + b.clicks,
    burns: a.burns + b.burns,
    micros: a.micros + b.micros,
    energyMilliWh: a.energyMilliWh + b.energyMilliWh,
    estimatedViews: a.estimatedViews + b.estimatedViews,
  };
}

export const addFigures = (a: FigureSet, b: FigureSet): FigureSet => ({
  total: addSums(a.total, b.total),
  today: addSums(a.today, b.today),
  ratedViews: a.ratedViews + b.ratedViews,
  ratedBurns: a.ratedBurns + b.ratedBurns,
});

/** Whether anything happened: such an outlet is shown although it belongs to somebody else by now. */
export const hasEvents = ({ views, clicks, burns }: Sums): boolean => views + clicks + burns > 0;
