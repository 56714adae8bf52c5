import * as Type from 'typebox';
import { Cursor, KnownOn, Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** The dimensions that are made of an event's time. */
export const REPORT_TIMES = ['hour', 'day', 'week', 'month', 'hour_of_week'] as const;
export type ReportTime = (typeof REPORT_TIMES)[number];

/** The dimensions that are things. */
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
 * What a report can be filtered by: all that is not a time, which the range is for, and parts of the map. An `area` is
 * `west,south,east,north` in degrees.
 */
export const REPORT_FILTERS = [...REPORT_THINGS, 'area'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** What the rows of a report are told apart by. Which of them a role has stands in `domain/report-rights.ts`. */
export const REPORT_DIMENSIONS = [...REPORT_TIMES, ...REPORT_THINGS] as const;
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number];

export const REPORT_METRICS = [
  'views',
  'clicks',
  'burns',
  'gross_views',
  'invalid_views',
  'general_invalid_views',
  'sophisticated_invalid_views',
  'unsigned_views',
  'unsigned_share',
  'unsigned_revenue',
  'click_rate',
  'burn_rate',
  'visitors',
  'views_per_visitor',
  'revenue',
  'energy_kwh',
  'energy_cost',
  'left_after_energy',
  'uptime',
] as const;
export type ReportMetric = (typeof REPORT_METRICS)[number];

/** More dimensions a report does not have. */
export const MOST_DIMENSIONS = 3;

/** The period before of as many days, the same moved by whole weeks, or the same dates of the year before. */
export const ReportComparison = Type.Union([
  Type.Literal('previous'),
  Type.Literal('same_weekdays'),
  Type.Literal('year_before'),
]);
export type ReportComparison = Type.Static<typeof ReportComparison>;

const Metric = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

/** The metrics that were asked for; null where there is none, as of a rate without views. */
export const ReportValues = Type.Object({
  views: Metric,
  clicks: Metric,
  burns: Metric,
  /** Views that count and views that do not. */
  gross_views: Metric,
  invalid_views: Metric,
  /** The two kinds of them by the MRC's guidelines; together they are all. */
  general_invalid_views: Metric,
  sophisticated_invalid_views: Metric,
  /** Views that count and were reported without a play of this server, their part of all, and what of `revenue` they brought. */
  unsigned_views: Metric,
  unsigned_share: Metric,
  unsigned_revenue: Metric,
  /** Clicks and burns of a view, 0.05 for five of a hundred. */
  click_rate: Metric,
  burn_rate: Metric,
  /** Distinct fingerprints, over what the row (or the report) is of. */
  visitors: Metric,
  views_per_visitor: Metric,
  /** Recorded revenue for administrators, its share for an owner, spend for an advertiser; dollars. */
  revenue: Metric,
  energy_kwh: Metric,
  energy_cost: Metric,
  /** Revenue less the cost of the energy. */
  left_after_energy: Metric,
  /** Part of the time in service in which the outlets were in contact, 0 to 1; told by times and places alone. */
  uptime: Metric,
});
export type ReportValues = Type.Static<typeof ReportValues>;

export const ReportRow = Type.Object({
  /** One for each dimension, in their order: what a filter takes, and what it is called. */
  of: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  values: ReportValues,
  /** The same of the period that is compared with. */
  compared: Type.Optional(ReportValues),
});
export type ReportRow = Type.Static<typeof ReportRow>;

export const Report = Type.Object({
  period: Period,
  /** The days that are compared with; only with `compare`. Where the range goes on today, the last one up to `until` (`14:07`). */
  compared_period: Type.Optional(
    Type.Object({ from: Type.String(), to: Type.String(), until: Type.Optional(Type.String()) }),
  ),
  dimensions: Type.Array(Type.String()),
  metrics: Type.Array(Type.String()),
  /** Of the whole report, whatever the page: what the dashboard says of the same range and filters. */
  total: ReportValues,
  compared_total: Type.Optional(ReportValues),
  data: Type.Array(ReportRow),
  /** Rows on all pages. */
  rows: Type.Integer(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  /** What has to be known to read it, in sentences. */
  notes: Type.Array(Type.String()),
});
export type Report = Type.Static<typeof Report>;

const Words = Type.String({ maxLength: 400, pattern: '^[a-z_]+(,[a-z_]+)*$' });

/** An answer in pages, or a file with all rows; the figures are the same in each. */
export const ReportFormat = Type.Union([
  Type.Literal('json'),
  Type.Literal('csv'),
  Type.Literal('xlsx'),
  Type.Literal('pdf'),
]);
export type ReportFormat = Type.Static<typeof ReportFormat>;

/**
 * Figures of the scope by up to three dimensions, net of what does not count. Without dimensions it is the total alone. `filters`
 * is a JSON object of lists: `{"venue_type":["bar"],"state":["NJ","NY"]}`; the values are the ids of rows. `area` is of outlets in
 * one of its boxes of the map, `{"area":["-74.3,40.5,-73.7,40.9"]}`: west, south, east, north; across the date line west is greater than
 * east.
 */
export const ReportQuery = {
  ...RangeQuery,
  /** `day,venue` */
  dimensions: Type.Optional(Words),
  /** `views,revenue`; all that the reader has without it, but for visitors and uptime. */
  metrics: Type.Optional(Words),
  filters: Type.Optional(Type.String({ maxLength: 4_000 })),
  compare: Type.Optional(ReportComparison),
  /** A metric or a dimension; a minus puts the highest first. */
  sort: Type.Optional(Type.String({ maxLength: 40, pattern: '^-?[a-z_]+$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,2}|1000)$' })),
  cursor: Type.Optional(Cursor),
  format: Type.Optional(ReportFormat),
  /** A past instant, or a date of the network's zone (its first moment): what had arrived by then. */
  known_on: Type.Optional(KnownOn),
} as const;

export const getReport = {
  method: 'GET',
  url: '/reports',
  allowed: 'data',
  summary: 'Figures of the scope by up to three dimensions',
  schema: {
    querystring: Type.Object(ReportQuery, { additionalProperties: false }),
    response: { 200: Report },
  },
} as const satisfies Endpoint;
