import type { ReportMetric, ReportValues } from '#contract/reports.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { dollars } from '#domain/money.ts';
import type { Cell } from './report-cell.ts';

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Each metric of a cell; the price of energy is dollars a kWh. */
const METRICS: Readonly<Record<ReportMetric, (cell: Cell, costPerKwh: number) => number | null>> = {
  views: ({ views }) => views,
  clicks: ({ clicks }) => clicks,
  burns: ({ burns }) => burns,
  gross_views: ({ allViews }) => allViews,
  invalid_views: ({ allViews, views }) => allViews - views,
  general_invalid_views: ({ allViews, views, sophisticatedViews }) => allViews - views - sophisticatedViews,
  sophisticated_invalid_views: ({ sophisticatedViews }) => sophisticatedViews,
  unsigned_views: ({ unsignedViews }) => unsignedViews,
  unsigned_share: ({ unsignedViews, views }) => ratio(unsignedViews, views),
  unsigned_revenue: ({ unsignedMicros }) => dollars(unsignedMicros),
  click_rate: ({ clicks, views }) => ratio(clicks, views),
  burn_rate: ({ burns, views }) => ratio(burns, views),
  visitors: ({ visitors }) => visitors,
  views_per_visitor: ({ views, visitors }) => (visitors === null ? null : ratio(views, visitors)),
  revenue: ({ micros }) => dollars(micros),
  energy_kwh: ({ energyMilliWh }) => energyMilliWh / 1_000_000,
  energy_cost: ({ energyMilliWh }, costPerKwh) => dollars(energyCostMicros(BigInt(energyMilliWh), costPerKwh)),
  uptime: ({ servedMs, upMs }) => ratio(upMs, servedMs),
  left_after_energy: ({ energyMilliWh, micros }, costPerKwh) =>
    dollars(micros - energyCostMicros(BigInt(energyMilliWh), costPerKwh)),
};

export const metricOf = (metric: ReportMetric, cell: Cell, costPerKwh: number): number | null =>
  METRICS[metric](cell, costPerKwh);

/** The metrics that were asked for, and no others. */
export const valuesOf = (metrics: readonly ReportMetric[], cell: Cell, costPerKwh: number): ReportValues =>
  Object.fromEntries(metrics.map((metric) => [metric, metricOf(metric, cell, costPerKwh)]));
