import type { ReportDimension } from '#contract/reports.ts';
import type { ReportQuestion } from '#contract/saved-reports.ts';
import { isReportMetric, type ReportMetric } from '#domain/report-metrics.ts';
import { reportParameters } from './report-questions.ts';
import { type ReportSearch, validateReportSearch } from './report-search.ts';

/**
 * Returns the query to save: the days, filters, time zone and comparison from the search parameters, and the file's
 * rows and figures.
 */
export function savedQuestion(
  search: ReportSearch,
  dimensions: readonly ReportDimension[],
  metrics: readonly ReportMetric[],
): ReportQuestion {
  const { metric = 'views' } = search;
  // The chosen metric is first, so that the screen shows this metric when the report is opened.
  const ordered =
    isReportMetric(metric) && metrics.includes(metric) ? [metric, ...metrics.filter((one) => one !== metric)] : metrics;
  return {
    ...reportParameters(search),
    ...(dimensions.length === 0 ? {} : { dimensions: dimensions.join(',') }),
    metrics: ordered.join(','),
  };
}

/** Returns the search parameters that show a saved report. */
export function addressOfQuestion(question: ReportQuestion): ReportSearch {
  const { compare = 'none', dimensions, filters, from, known_on, metrics, range, to, tz } = question;
  const days = from !== undefined && to !== undefined ? { start: from, end: to } : { range: range ?? 'all' };
  return validateReportSearch({
    ...days,
    compare,
    filters,
    known_on,
    tz,
    by: dimensions,
    metric: metrics?.split(',')[0],
  });
}
