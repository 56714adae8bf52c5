import type { Targets } from '#contract/flight-parts.ts';
import { flightLevel, LEAST_OUTLETS, toTwoDigits } from '#domain/disclosure-groups.ts';
import type { Estimate } from '#domain/forecast.ts';
import type { Scope } from '#domain/role.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import { createGroupedViews } from './grouped-views.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { viewsByDay } from './views-by-day.ts';

const FORECAST_DAYS = 28;

type Asked = {
  readonly targets: Targets;
  readonly holdings: readonly Holding[];
  readonly blocked: number;
  readonly zone: string;
  readonly nowMs: number;
};

/** The data behind a forecast, as precise as its reader may know it. */
type ViewHistory = {
  /** Views of all ads at the outlets, by day. */
  readonly daily: readonly number[];
  readonly precision: 'exact' | 'grouped';
  readonly rounded: (value: number) => number;
  readonly competing: (count: number) => number;
};

const EXACT = { precision: 'exact' as const, rounded: (value: number) => value, competing: (count: number) => count };
const GROUPED = { precision: 'grouped' as const, rounded: toTwoDigits, competing: flightLevel };

/**
 * Views of the last days at some outlets: exact for administrators. Other readers get means of groups of outlets
 * (docs/threat-model.md#forecasts). Null when too few outlets are selected or published.
 */
export function createViewHistory({ config, figures }: CampaignNeeds) {
  const readGrouped = createGroupedViews(figures);

  return async (scope: Scope, { targets, holdings, blocked, zone, nowMs }: Asked): Promise<ViewHistory | null> => {
    const mayKnowOutlets = scope.kind === 'all';
    if (mayKnowOutlets) {
      const isEverywhere = Object.keys(targets).length === 0 && blocked === 0;
      const keys = isEverywhere && holdings.length > 0 ? null : holdings.map(({ outlet }) => outlet.key);
      return { daily: await viewsByDay(figures, keys, { days: FORECAST_DAYS, zone, nowMs }), ...EXACT };
    }
    // One zone for all readers. Windows that begin at other hours would reveal parts of a day.
    const at = { days: FORECAST_DAYS, zone: config.networkTimeZone, nowMs };
    const { dailyMeans, groupOfVenue } = await readGrouped(at);
    const daily = Array.from({ length: FORECAST_DAYS }, () => 0);
    let outlets = 0;
    for (const { venue } of holdings) {
      const means = dailyMeans[groupOfVenue.get(venue.id) ?? -1];
      if (means === undefined) continue;
      outlets += 1;
      for (const [day, mean] of means.entries()) daily[day] = (daily[day] ?? 0) + mean;
    }
    return outlets < LEAST_OUTLETS ? null : { daily, ...GROUPED };
  };
}

/** An estimate, as precise as its reader may know it. */
export const roundAll = (estimate: Estimate | null, rounded: ViewHistory['rounded']): Estimate | null =>
  estimate && { low: rounded(estimate.low), likely: rounded(estimate.likely), high: rounded(estimate.high) };
