import type { CustomerSort } from '#contract/list.ts';
import type { MapPart } from '../../map/given-clusters.ts';
import type { MapFilter } from '../../map/map-filter.ts';
import type { RangeParameters } from './date-range.ts';

/** A range, and the number of days that have ended since the page was opened. A new day resets today's figures. */
export type RangeOfDay = { readonly parameters: RangeParameters; readonly turn: number };

export type CustomerFilter = { readonly q: string; readonly sort: CustomerSort; readonly range: RangeOfDay };

/** The first element of every dashboard key. */
export const DASHBOARD = ['dashboard'] as const;

/** The dashboard's query keys. Live changes use these keys to find the queries on screen (`live-plan.ts`). */
export const dashboardKey = {
  summary: (range: RangeOfDay) => [...DASHBOARD, 'summary', range] as const,
  daily: ({ parameters, turn }: RangeOfDay, customerId: string | null) =>
    [...DASHBOARD, 'daily', parameters, customerId, turn] as const,
  customers: (filter: CustomerFilter) => [...DASHBOARD, 'customers', filter] as const,
  devices: (customerId: string, range: RangeOfDay) => [...DASHBOARD, 'devices', customerId, range] as const,
  views: (eui: string, range: RangeOfDay) => [...DASHBOARD, 'views', eui, range] as const,
  popup: (eui: string) => [...DASHBOARD, 'popup', eui] as const,
  near: (eui: string, range: RangeOfDay) => [...DASHBOARD, 'near', eui, range] as const,
  map: () => [...DASHBOARD, 'map'] as const,
  clusters: (part: MapPart, filter: MapFilter) => [...DASHBOARD, 'clusters', part, filter] as const,
  place: (eui: string) => [...DASHBOARD, 'place', eui] as const,
};

export type DashboardKey = ReturnType<(typeof dashboardKey)[keyof typeof dashboardKey]>;
