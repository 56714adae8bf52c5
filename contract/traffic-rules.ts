import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { Reason } from './traffic.ts';

/** Statistical rules: they look at many events of an outlet or a visitor. In the order of judging. */
export const PATTERN_RULES = [
  'click_pattern',
  'energy_pattern',
  'interval_pattern',
  'fingerprint_pattern',
  'closed_hours',
  'distant_venues',
  'many_addresses',
  'outlet_share',
] as const;
export type PatternRule = (typeof PATTERN_RULES)[number];

/** `flag`: raises an alert, and events count. `invalidate`: they do not count either. */
export const PATTERN_MODES = ['off', 'flag', 'invalidate'] as const;
export type PatternMode = (typeof PATTERN_MODES)[number];
const Mode = Type.Unsafe<PatternMode>(Type.Enum([...PATTERN_MODES]));

const Patterns = Type.Object(
  {
    click_pattern: Mode,
    energy_pattern: Mode,
    interval_pattern: Mode,
    fingerprint_pattern: Mode,
    closed_hours: Mode,
    distant_venues: Mode,
    many_addresses: Mode,
    outlet_share: Mode,
  } satisfies Record<PatternRule, typeof Mode>,
  { additionalProperties: false },
);

const Rules = {
  /** Seconds of ads of one fingerprint in an hour that count. Null: no limit. */
  visitor_seconds: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
  outlet_pace: Type.Boolean(),
  data_centre: Type.Boolean(),
  /** So long an outlet may be silent beside the event itself; null: for ever. */
  silent_minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
  /** Hours before a late view within which something of its outlet must have arrived. Null: not checked. */
  backfill_hours: Type.Union([Type.Integer({ minimum: 1, maximum: 720 }), Type.Null()]),
};

/**
 * The body of a change or a trial. A later field may be missing: then its default holds, and statistical rules that are
 * left out stay as they are.
 */
export const TriedRules = Type.Object(
  {
    ...Rules,
    backfill_hours: Type.Optional(Rules.backfill_hours),
    patterns: Type.Optional(Type.Partial(Patterns)),
  },
  { additionalProperties: false },
);
export type TriedRules = Type.Static<typeof TriedRules>;

const TrafficRules = Type.Object({ ...Rules, patterns: Patterns });
export type TrafficRules = Type.Static<typeof TrafficRules>;

const TrafficRulesVersions = Type.Object({
  /** What holds now. */
  rules: TrafficRules,
  /** Whether views without a play count, as the operator set it. */
  unsigned_views: Type.Union([Type.Literal('count'), Type.Literal('invalid')]),
  /** Whether the operator has a file of ranges of data centers beside the shipped list. */
  has_ranges: Type.Boolean(),
  /** The shipped list of ranges of data centers: its source and version, its date, and how many ranges it has. */
  data_centers: Type.Object({ source: Type.String(), date: Type.String(), ranges: Type.Integer() }),
  /** The newest first. */
  versions: Type.Array(Type.Object({ from: Type.String(), by: Type.String(), rules: TrafficRules })),
});
export type TrafficRulesVersions = Type.Static<typeof TrafficRulesVersions>;

export const getTrafficRules = {
  method: 'GET',
  url: '/admin/traffic-rules',
  allowed: 'admin',
  summary: 'The rules that judge views, and those of before',
  schema: { response: { 200: TrafficRulesVersions } },
} as const satisfies Endpoint;

export const setTrafficRules = {
  method: 'POST',
  url: '/admin/traffic-rules',
  allowed: 'admin',
  summary: 'Begin a version of the rules, from now on; what was judged stays',
  schema: { body: TriedRules, response: { 200: TrafficRulesVersions } },
} as const satisfies Endpoint;

const TriedReason = Type.Object({
  /** Null: it counts. */
  reason: Type.Union([Reason, Type.Null()]),
  views_before: Type.Integer(),
  views_after: Type.Integer(),
  clicks_before: Type.Integer(),
  clicks_after: Type.Integer(),
  /** What those views, clicks and burns cost their advertisers, or would have, in dollars. */
  amount_before: Type.Number(),
  amount_after: Type.Number(),
});

const TrafficTrial = Type.Object({
  days: Type.Integer(),
  /** In the order of judging; what counts comes first. */
  data: Type.Array(TriedReason),
});
export type TrafficTrial = Type.Static<typeof TrafficTrial>;

/** For so long back other rules are tried. */
export const TRIAL_DAYS = 30;

/** Reads day after day; ends early where the caller hangs up. */
export const tryTrafficRules = {
  method: 'POST',
  url: '/admin/traffic-rules/trial',
  allowed: 'admin',
  summary: 'What other rules would have done to the events of the last 30 days; changes nothing',
  schema: { body: TriedRules, response: { 200: TrafficTrial } },
} as const satisfies Endpoint;
