import {
  MOST_DIMENSIONS,
  REPORT_DIMENSIONS,
  REPORT_FILTERS,
  REPORT_TIMES,
  type ReportComparison,
  type ReportDimension,
  type ReportFilter,
  type ReportTime,
} from '#contract/reports.ts';
import { readMapArea } from '#domain/map-area.ts';
import { isOfOutlets } from '#domain/report-dimensions.ts';
import { isCostly, needsUptime, REPORT_METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { AppError } from '../../http/app-error.ts';

export type ReportFilters = Partial<Readonly<Record<ReportFilter, readonly string[]>>>;

/** A valid report query, without its scope and days. */
export type ReportQuery = {
  readonly dimensions: readonly ReportDimension[];
  readonly metrics: readonly ReportMetric[];
  readonly filters: ReportFilters;
  readonly compare: ReportComparison | null;
  readonly sort: { readonly by: ReportDimension | ReportMetric; readonly isDescending: boolean };
};

export type ReportQueryParams = {
  readonly dimensions?: string;
  readonly metrics?: string;
  readonly filters?: string;
  readonly compare?: ReportComparison;
  readonly sort?: string;
  readonly known_on?: string;
};

export const isTime = (dimension: ReportDimension): dimension is ReportTime =>
  REPORT_TIMES.some((time) => time === dimension);

/** Maximum number of values in a filter. A longer list needs another kind of report. */
const MOST_VALUES = 100;

/**
 * Parses a report query. Throws an `AppError` that says what to change. Throws 403 for anything that the caller's role
 * does not have.
 */
export function parseReportQuery(text: ReportQueryParams, perspective: Perspective): ReportQuery {
  const dimensions = words('dimension', text.dimensions ?? '', REPORT_DIMENSIONS, perspective);
  if (dimensions.length > MOST_DIMENSIONS) throw refused(`A report can have at most ${MOST_DIMENSIONS} dimensions.`);
  const own = REPORT_METRICS.filter((metric) => mayReport(perspective, metric));
  const usual = own.filter((metric) => !isCostly(metric));
  const metrics = text.metrics === undefined ? usual : words('metric', text.metrics, REPORT_METRICS, perspective);
  const filters = readReportFilters(text.filters, perspective);
  if (needsUptime(metrics)) checkUptime(dimensions, filters, text.known_on);
  return {
    dimensions,
    metrics,
    filters,
    compare: text.compare ?? null,
    sort: readSort(text.sort, dimensions, metrics),
  };
}

/**
 * Throws if uptime is divided by properties of single events, because it does not depend on ads, or if a past state is
 * requested.
 */
function checkUptime(
  dimensions: readonly ReportDimension[],
  filters: ReportFilters,
  knownOn: string | undefined,
): void {
  const asked = [...dimensions, ...(Object.keys(filters) as ReportFilter[])];
  const other = asked.find((one) => !REPORT_TIMES.some((time) => time === one) && !isOfOutlets(one));
  if (other !== undefined)
    throw refused(`Uptime can only be broken down by time and place. Omit '${other}', or the metric 'uptime'.`);
  if (knownOn !== undefined)
    throw refused("Uptime is only available as currently known. Omit known_on, or the metric 'uptime'.");
}

function words<Word extends ReportDimension | ReportFilter | ReportMetric>(
  kind: 'dimension' | 'filter' | 'metric',
  text: string,
  known: readonly Word[],
  perspective: Perspective,
): Word[] {
  const found: Word[] = [];
  for (const name of text === '' ? [] : text.split(',')) {
    const word = known.find((one) => one === name);
    if (word === undefined) {
      const own = known.filter((one) => mayReport(perspective, one)).join(', ');
      throw refused(`Unknown ${kind} '${name.slice(0, 40)}'. Use one of ${own}.`);
    }
    if (!mayReport(perspective, word))
      throw new AppError('forbidden', `You don’t have access to the ${kind} '${word}'.`);
    if (found.includes(word)) throw refused(`The ${kind} '${word}' is listed twice. Remove one.`);
    found.push(word);
  }
  return found;
}

/** Parses only the filters. */
export function readReportFilters(text: string | undefined, perspective: Perspective): ReportFilters {
  if (text === undefined) return {};
  const given = parseObject(text);
  const filters: Partial<Record<ReportFilter, readonly string[]>> = {};
  for (const [name, values] of Object.entries(given)) {
    if (REPORT_TIMES.some((time) => time === name))
      throw refused(`You can’t filter by '${name}'. Use the range instead.`);
    const [known] = words('filter', name, REPORT_FILTERS, perspective);
    if (known === undefined) throw notFilters();
    if (!isTexts(values) || values.length === 0) throw notFilters();
    if (values.length > MOST_VALUES) throw refused(`A filter can have at most ${MOST_VALUES} values.`);
    if (known === 'area' && values.some((value) => readMapArea(value) === null)) throw notAnArea();
    // Sorted, so that the order of clicks does not change a question's cache key.
    filters[known] = [...new Set(values)].sort();
  }
  return filters;
}

const isTexts = (values: unknown): values is string[] =>
  Array.isArray(values) && values.every((value) => typeof value === 'string' && value.length <= 200);

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error below reports this, like a value that is not an object.
  }
  throw notFilters();
}

function readSort(
  text: string | undefined,
  dimensions: readonly ReportDimension[],
  metrics: readonly ReportMetric[],
): ReportQuery['sort'] {
  const time = dimensions.find(isTime);
  const [metric = 'views'] = metrics;
  if (text === undefined)
    return time === undefined ? { by: metric, isDescending: true } : { by: time, isDescending: false };
  const name = text.replace(/^-/, '');
  const by = [...dimensions, ...metrics].find((word) => word === name);
  if (by === undefined) throw refused(`Sort by one of ${[...dimensions, ...metrics].join(', ')}.`);
  return { by, isDescending: text.startsWith('-') };
}

const refused = (message: string) => new AppError('invalid', message);
const notAnArea = () =>
  refused(
    'Enter an area as west,south,east,north in degrees, such as "-74.3,40.5,-73.7,40.9". Longitudes are from -180 to 180, latitudes from -90 to 90, and south is below north.',
  );
const notFilters = () => refused('filters must be a JSON object with lists of strings, such as {"state":["NJ","NY"]}.');
