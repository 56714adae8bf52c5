import type { RangePreset } from '#contract/common.ts';
import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import { TRAFFIC_DIMENSIONS, type TrafficDimension } from '#contract/traffic.ts';
import { type TableSearch, tableSearch, upTo } from '../../lib/table-search.ts';
import type { TrafficAsked } from './traffic-api.ts';

/** The value for all time in the search parameters. All time is not a preset. */
export const ALL_TIME = 'all';
export const TRAFFIC_RANGES = [ALL_TIME, 'today', '7d', '30d', '90d', 'this-month', 'last-month'] as const satisfies (
  | RangePreset
  | typeof ALL_TIME
)[];
export type TrafficRange = (typeof TRAFFIC_RANGES)[number];
const FIRST: TrafficAsked = { range: '30d', day: null, by: 'day', reason: null, flight: null };

/** Reads the screen's search parameters, so that a link shows the same day and outlets. */
export const readTrafficSearch = tableSearch({
  sorts: 'later',
  filters: {
    range: TRAFFIC_RANGES,
    day: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
    by: TRAFFIC_DIMENSIONS,
    reason: INVALID_REASONS,
    flight: upTo(200),
    objections: /^[1-9]\d{0,3}$/,
    findings: /^[1-9]\d{0,3}$/,
  },
});

/** Converts URL search parameters to a traffic query. The route has already validated them. */
export const askedOf = ({ range, day, by, reason, flight }: TableSearch): TrafficAsked => ({
  range: (range ?? FIRST.range) as TrafficRange,
  day: day ?? null,
  by: (by ?? FIRST.by) as TrafficDimension,
  reason: (reason ?? null) as InvalidReason | null,
  flight: flight ?? null,
});

export const searchOf = ({ range, day, by, reason, flight }: TrafficAsked): TableSearch => ({
  range: range === FIRST.range ? '' : range,
  day: day ?? '',
  by: by === FIRST.by ? '' : by,
  reason: reason ?? '',
  flight: flight ?? '',
});
