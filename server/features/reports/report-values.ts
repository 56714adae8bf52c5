import type { ReportValues } from '#contract/reports.ts';
import { METRICS, type ReportMetric, type ReportSums } from '#domain/report-metrics.ts';
import type { Cell } from './report-cell.ts';

/** The value of a metric. The price of energy is in dollars per kWh. Throws if no reader gave a sum that it needs. */
export function metricOf(metric: ReportMetric, cell: Cell, costPerKwh: number): number | null {
  const { needs, value } = METRICS[metric];
  for (const sum of needs)
    if (cell[sum] === undefined) throw new Error(`The metric '${metric}' lacks its sum '${sum}'.`);
  return value(cell as ReportSums, costPerKwh);
}

/** The values of the requested metrics only. */
export const valuesOf = (metrics: readonly ReportMetric[], cell: Cell, costPerKwh: number): ReportValues =>
  Object.fromEntries(metrics.map((metric) => [metric, metricOf(metric, cell, costPerKwh)]));
