import {
  REPORT_DIMENSIONS,
  REPORT_FILTERS,
  type ReportComparison,
  type ReportDimension,
  type ReportFilter,
} from '#contract/reports.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { readMapArea } from '#domain/map-area.ts';
import { RANGES } from '../../lib/range-presets.ts';
import { reportSearchStrings as strings } from './report-search-strings.ts';

type ChosenRange = (typeof RANGES)[number]['value'];

export const COMPARISONS = [
  { value: 'none', label: strings.noComparison },
  { value: 'previous', label: strings.previousPeriod },
  { value: 'same_weekdays', label: strings.sameWeekdays },
  { value: 'year_before', label: strings.previousYear },
] as const satisfies readonly { value: ReportComparison | 'none'; label: string }[];

/** A report's search parameters. Defaults are left out. */
export type ReportSearch = {
  /** 30 days by default. */
  range?: ChosenRange;
  /** A custom date range, both days included. `start` and `end` are set together; `range` is then not set. */
  start?: string;
  end?: string;
  compare?: ReportComparison | 'none';
  /**
   * The metric in the chart and tables; `views` by default. Only the page validates it, because the metric registry
   * would otherwise be part of every page.
   */
  metric?: string;
  /** A JSON object with lists of ids, in the server's format. */
  filters?: string;
  /** A date. The report counts only events that had arrived before it. */
  known_on?: string;
  /** The time zone for days and hours; by default, the contract's time zone. */
  tz?: string;
  /** The dimensions of tables that do not show their default dimension, such as `state,campaign`. */
  by?: string;
};

export type Filters = Partial<Readonly<Record<ReportFilter, readonly string[]>>>;

const LONGEST_FILTERS = 3_000;
const LONGEST_VALUE = 200;

const oneOf = <Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined =>
  allowed.find((candidate) => candidate === value);

/** Reads the search parameters. Drops invalid parameters without an error. */
export function validateReportSearch(raw: Record<string, unknown>): ReportSearch {
  const { start, end, known_on: knownOn } = raw;
  const isDates =
    typeof start === 'string' &&
    typeof end === 'string' &&
    isCalendarDate(start) &&
    isCalendarDate(end) &&
    start <= end;
  const range = oneOf(
    RANGES.map(({ value }) => value),
    raw.range,
  );
  const compare = oneOf(
    COMPARISONS.map(({ value }) => value),
    raw.compare,
  );
  const metric = typeof raw.metric === 'string' && /^[a-z_]{1,40}$/.test(raw.metric) ? raw.metric : undefined;
  const tz = typeof raw.tz === 'string' && isZone(raw.tz) ? raw.tz : undefined;
  const by = writeBy(readBy({ by: typeof raw.by === 'string' ? raw.by : '' }));
  const filters = writeFilters(readFilters({ filters: typeof raw.filters === 'string' ? raw.filters : '' }));
  return {
    ...(isDates ? { start, end } : range === undefined || range === '30d' ? {} : { range }),
    ...(compare === undefined || compare === 'previous' ? {} : { compare }),
    ...(metric === undefined || metric === 'views' ? {} : { metric }),
    ...(filters === undefined ? {} : { filters }),
    ...(typeof knownOn === 'string' && isCalendarDate(knownOn) ? { known_on: knownOn } : {}),
    ...(tz === undefined ? {} : { tz }),
    ...(by === undefined ? {} : { by }),
  };
}

/**
 * Whether the browser supports this time zone name. Offsets are rejected, because they have no daylight saving time.
 */
function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns the dimensions that tables were switched to. */
export const readBy = ({ by = '' }: Pick<ReportSearch, 'by'>): readonly ReportDimension[] =>
  REPORT_DIMENSIONS.filter((dimension) => by.slice(0, LONGEST_VALUE).split(',').includes(dimension));

/** Formats the `by` parameter. Undefined if there are no dimensions, to keep the URL short. */
export const writeBy = (dimensions: readonly ReportDimension[]): string | undefined =>
  dimensions.length === 0 ? undefined : dimensions.join(',');

/** Reads the filters from the search parameters. Drops invalid filters. */
export function readFilters({ filters }: Pick<ReportSearch, 'filters'>): Filters {
  const found: Partial<Record<ReportFilter, readonly string[]>> = {};
  for (const [name, values] of Object.entries(parse(filters ?? ''))) {
    const known = oneOf(REPORT_FILTERS, name);
    const texts: unknown[] = Array.isArray(values) ? values : [];
    const own = texts.filter((value): value is string => typeof value === 'string' && value.length <= LONGEST_VALUE);
    const isRead = known !== 'area' || own.every((area) => readMapArea(area) !== null);
    if (known !== undefined && own.length > 0 && isRead) found[known] = [...new Set(own)].slice(0, 100);
  }
  return found;
}

function parse(text: string): object {
  if (text === '' || text.length > LONGEST_FILTERS) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Formats the `filters` parameter. Undefined if there are no filters, to keep the URL short. */
export function writeFilters(filters: Filters): string | undefined {
  const written = Object.entries(filters).filter(([, values]) => values.length > 0);
  return written.length === 0 ? undefined : JSON.stringify(Object.fromEntries(written));
}
