import type { EventSum, EventSums } from '#domain/report-metrics.ts';

/** The sums that are stored by outlet and day and that the dashboard shows. */
export const OUTLET_SUMS = [
  'views',
  'clicks',
  'burns',
  'micros',
  'energyMilliWh',
  'estimatedViews',
] as const satisfies readonly EventSum[];
export type OutletSum = (typeof OUTLET_SUMS)[number];

/** Event sums. Money stays an integer of micro-dollars until the response. */
export type Sums = Pick<EventSums, OutletSum>;

/** An outlet's or a customer's figures for a question. */
export type FigureSet = {
  readonly total: Sums;
  readonly today: Sums;
  /** Views and burns in the last 30 days, for the rating. */
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

/** Returns whether there are any events. An outlet with events is shown even if another customer holds it now. */
export const hasEvents = ({ views, clicks, burns }: Sums): boolean => views + clicks + burns > 0;
