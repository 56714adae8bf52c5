import * as Type from 'typebox';
import { Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { INVALID_REASONS } from './ingest.ts';

export const Reason = Type.Unsafe<(typeof INVALID_REASONS)[number]>(Type.Enum([...INVALID_REASONS]));

const Counts = { views: Type.Integer(), clicks: Type.Integer(), burns: Type.Integer() };
export const EventCounts = Type.Object(Counts);
export type EventCounts = Type.Static<typeof EventCounts>;

/** Invalid events with one reason. `withheld` is in dollars, for the user's side. */
export const InvalidOfReason = Type.Object({ reason: Reason, ...Counts, withheld: Type.Number() });
export type InvalidOfReason = Type.Static<typeof InvalidOfReason>;

const Judged = {
  /** Includes invalid events. */
  gross: EventCounts,
  /** Valid, paid events. */
  net: EventCounts,
  /** In evaluation order. Reasons without events are absent. */
  invalid: Type.Array(InvalidOfReason),
};

const JudgedSums = Type.Object(Judged);
export type Judged = Type.Static<typeof JudgedSums>;

const InvalidTrafficRow = Type.Object({
  /** A date, an outlet's EUI, or a flight identifier. */
  key: Type.String(),
  name: Type.String(),
  ...Judged,
});
export type InvalidTrafficRow = Type.Static<typeof InvalidTrafficRow>;

const InvalidSample = Type.Object({
  timestamp: Type.String(),
  type: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]),
  eui: Type.String(),
  outlet: Type.String(),
  /** The flight's key, as in `data` when grouped by flight. '' for a house ad. */
  flight: Type.String(),
  reason: Reason,
  withheld: Type.Number(),
});
export type InvalidSample = Type.Static<typeof InvalidSample>;

export const InvalidTraffic = Type.Object({
  period: Period,
  total: JudgedSums,
  /** Number of valid views that belong to a play issued by this server. */
  signed_views: Type.Integer(),
  /** Views of flights without a play issued by this server. `amount` is in dollars, for the user's side. */
  unsigned: Type.Object({ views: Type.Integer(), amount: Type.Number() }),
  /** Days are oldest first; outlets and flights are ordered by their number of invalid events, highest first. */
  data: Type.Array(InvalidTrafficRow),
  /** Number of rows omitted because of the limit of `data`. */
  left_out: Type.Integer(),
  /** The newest invalid events. */
  samples: Type.Array(InvalidSample),
});
export type InvalidTraffic = Type.Static<typeof InvalidTraffic>;

export const TRAFFIC_DIMENSIONS = ['day', 'outlet', 'flight'] as const;
export type TrafficDimension = (typeof TRAFFIC_DIMENSIONS)[number];

export const getInvalidTraffic = {
  method: 'GET',
  url: '/invalid-traffic',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get gross, invalid by reason, and net traffic by day, outlet or flight',
  schema: {
    querystring: Type.Object(
      {
        ...RangeQuery,
        by: Type.Optional(Type.Union([Type.Literal('day'), Type.Literal('outlet'), Type.Literal('flight')])),
        /** Restricts the samples to this reason. */
        reason: Type.Optional(Reason),
        /**
         * Restricts events to these flights: comma-separated codes. An owner uses the flight numbers it sees (`#12`).
         */
        flight: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: InvalidTraffic },
  },
} as const satisfies Endpoint;
