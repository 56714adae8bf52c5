import * as Type from 'typebox';
import { REPORT_METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import { Cursor, KnownOn, Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Dimensions derived from an event's time. */
export const REPORT_TIMES = ['hour', 'day', 'week', 'month', 'hour_of_week'] as const;
export type ReportTime = (typeof REPORT_TIMES)[number];

/** Dimensions that are entities. */
export const REPORT_THINGS = [
  'customer',
  'venue',
  'venue_type',
  'state',
  'outlet',
  'advertiser',
  'campaign',
  'flight',
  'reason',
] as const;
export type ReportThing = (typeof REPORT_THINGS)[number];

/**
 * Report filters: every dimension except times (which the range covers), plus areas of the map. An `area` is
 * `west,south,east,north` in degrees.
 */
export const REPORT_FILTERS = [...REPORT_THINGS, 'area'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** Dimensions for report rows. `domain/report-rights.ts` defines which of them a role may use. */
export const REPORT_DIMENSIONS = [...REPORT_TIMES, ...REPORT_THINGS] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];

/** Maximum number of dimensions in a report. */
export const MOST_DIMENSIONS = 3;

/**
 * The comparison period: the preceding period of equal length, the range moved back by full weeks, or the same dates
 * one year earlier.
 */
export const ReportComparison = Type.Union([
  Type.Literal('previous'),
  Type.Literal('same_weekdays'),
  Type.Literal('year_before'),
]);
export type ReportComparison = Type.Static<typeof ReportComparison>;

const Metric = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

/** The requested metrics. Null if a value is undefined, such as a rate without views. Money is in dollars. */
export const ReportValues = Type.Object(
  Object.fromEntries(REPORT_METRICS.map((metric) => [metric, Metric])) as Record<ReportMetric, typeof Metric>,
);
export type ReportValues = Type.Static<typeof ReportValues>;

export const ReportRow = Type.Object({
  /** One entry per dimension, in order: the filter value and its label. */
  of: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  values: ReportValues,
  /** The same values in the comparison period. */
  compared: Type.Optional(ReportValues),
});
export type ReportRow = Type.Static<typeof ReportRow>;

export const Report = Type.Object({
  period: Period,
  /**
   * The compared days; only with `compare`. If the range includes today, the last compared day ends at `until`
   * (`14:07`).
   */
  compared_period: Type.Optional(
    Type.Object({ from: Type.String(), to: Type.String(), until: Type.Optional(Type.String()) }),
  ),
  dimensions: Type.Array(Type.String()),
  metrics: Type.Array(Type.String()),
  /**
   * Totals for the whole report, independent of the page. The dashboard shows the same totals for the same range and
   * filters.
   */
  total: ReportValues,
  compared_total: Type.Optional(ReportValues),
  data: Type.Array(ReportRow),
  /** Number of rows on all pages. */
  rows: Type.Integer(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  /** Notes for the user, as sentences. */
  notes: Type.Array(Type.String()),
});
export type Report = Type.Static<typeof Report>;

const Words = Type.String({ maxLength: 400, pattern: '^[a-z_]+(,[a-z_]+)*$' });

/** A paginated response, or a file with all rows. Both have identical figures. */
export const ReportFormat = Type.Union([
  Type.Literal('json'),
  Type.Literal('csv'),
  Type.Literal('xlsx'),
  Type.Literal('pdf'),
]);
export type ReportFormat = Type.Static<typeof ReportFormat>;

/**
 * Figures for the scope by up to three dimensions, without invalid traffic. Without dimensions, returns only the total.
 * `filters` is a JSON object with lists of row IDs: `{"venue_type":["bar"],"state":["NJ","NY"]}`. `area` selects
 * outlets inside any of its map boxes: `{"area":["-74.3,40.5,-73.7,40.9"]}` (west, south, east, north). Across the date
 * line, west is greater than east.
 */
export const ReportQuery = {
  ...RangeQuery,
  /** For example `day,venue`. */
  dimensions: Type.Optional(Words),
  /** For example `views,revenue`. By default, all metrics that the user may see, except visitors and uptime. */
  metrics: Type.Optional(Words),
  filters: Type.Optional(Type.String({ maxLength: 4_000 })),
  compare: Type.Optional(ReportComparison),
  /** A metric or a dimension. A minus sorts in descending order. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: '^-?[a-z_]+$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$' })),
  cursor: Type.Optional(Cursor),
  format: Type.Optional(ReportFormat),
  /**
   * A past timestamp, or a date, which means its first moment in the network's time zone. Limits the figures to events
   * that had arrived by that time.
   */
  known_on: Type.Optional(KnownOn),
} as const;

export const getReport = {
  method: 'GET',
  url: '/reports',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get figures in scope by up to three dimensions',
  schema: {
    querystring: Type.Object(ReportQuery, { additionalProperties: false }),
    response: { 200: Report },
  },
} as const satisfies Endpoint;
