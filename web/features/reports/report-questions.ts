import { REPORT_THINGS, type ReportDimension, type ReportFilter } from '#contract/reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import type { ExplainAsked } from '../../explain/explain-api.ts';
import { type Filters, type ReportSearch, readBy, readFilters, writeBy } from './report-search.ts';

/** Returns the `by` parameter after a table is switched to another of its dimensions. */
export function switchedTo(
  search: ReportSearch,
  dimensions: readonly ReportDimension[],
  chosen: ReportDimension,
): string | undefined {
  const others = readBy(search).filter((dimension) => !dimensions.includes(dimension));
  return writeBy(chosen === dimensions[0] ? others : [...others, chosen]);
}

/** Returns the filters with a value added, or removed if it is present. */
export function toggled(filters: Filters, dimension: ReportFilter, id: string): Filters {
  const before = filters[dimension] ?? [];
  return { ...filters, [dimension]: before.includes(id) ? before.filter((one) => one !== id) : [...before, id] };
}

/** Returns the parameters that all of the screen's requests share. */
export function reportParameters(search: ReportSearch) {
  const { compare = 'previous', filters, start, end, range = '30d', known_on: knownOn, tz } = search;
  const isAll = start === undefined && range === 'all';
  return {
    ...(start !== undefined && end !== undefined ? { from: start, to: end } : range === 'all' ? {} : { range }),
    ...(filters === undefined ? {} : { filters }),
    ...(knownOn === undefined ? {} : { known_on: knownOn }),
    ...(tz === undefined ? {} : { tz }),
    // All time has no previous period.
    ...(compare === 'none' || isAll ? {} : { compare }),
  };
}

/** Returns the chart's time step, chosen so that the bars stay readable. */
export function chartUnit({ range = '30d', start, end }: ReportSearch): ReportDimension {
  if (start !== undefined && end !== undefined) {
    const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
    if (days <= 2) return 'hour';
    return days <= 92 ? 'day' : days <= 731 ? 'week' : 'month';
  }
  if (range === 'all') return 'month';
  return range === 'today' || range === 'yesterday' ? 'hour' : 'day';
}

/**
 * Returns the query that explains a total on the screen, or a row's figure. Null if the metric is not a sum, or if the
 * row is not a single object.
 */
export function explainedReport(
  search: ReportSearch,
  metric: ReportMetric,
  row?: { readonly dimension: ReportDimension; readonly id: string },
): ExplainAsked | null {
  const figure = METRICS[metric].explainedBy;
  const { compare: _, ...asked } = reportParameters(search);
  if (figure === null) return null;
  if (row === undefined) return { figure, ...asked };
  const thing = REPORT_THINGS.find((one) => one === row.dimension);
  if (thing === undefined) return null;
  return { figure, ...asked, filters: JSON.stringify({ ...readFilters(search), [thing]: [row.id] }) };
}
