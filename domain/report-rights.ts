import type { ReportDimension, ReportFilter } from '#contract/reports.ts';
import { DIMENSIONS } from './report-dimensions.ts';
import { isReportMetric, METRICS, type ReportMetric } from './report-metrics.ts';
import type { Perspective } from './role.ts';

/** Whether a side may use a metric, a dimension or a filter in reports. */
export function mayReport(perspective: Perspective, word: ReportDimension | ReportFilter | ReportMetric): boolean {
  const visibleTo: readonly Perspective[] = isReportMetric(word) ? METRICS[word].visibleTo : DIMENSIONS[word].visibleTo;
  return visibleTo.includes(perspective);
}
