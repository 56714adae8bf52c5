import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { Reason } from './traffic.ts';

/** Statistical rules, in evaluation order. Each rule examines many events at an outlet or from a visitor. */
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

/** `flag`: raises an alert, and events stay valid. `invalidate`: also makes the events invalid. */
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
  /** Maximum number of valid ad seconds per fingerprint and hour. Null for no limit. */
  visitor_seconds: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
  outlet_pace: Type.Boolean(),
  data_centre: Type.Boolean(),
  /** How long before an event its outlet may have been silent, in minutes. Null for no limit. */
  silent_minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
  /**
   * Number of hours before a late view within which its outlet must have sent something else. Null to skip the check.
   */
  backfill_hours: Type.Union([Type.Integer({ minimum: 1, maximum: 720 }), Type.Null()]),
};

/**
 * The body of a change or a trial. If a newer field is missing, its default applies. Omitted statistical rules do not
 * change.
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
  /** The rules in effect. */
  rules: TrafficRules,
  /** Whether views without a play are valid, as configured by the operator. */
  unsigned_views: Type.Union([Type.Literal('count'), Type.Literal('invalid')]),
  /** Whether the operator has a file of data center ranges in addition to the shipped list. */
  has_ranges: Type.Boolean(),
  /** The shipped list of data center ranges: source and version, date, and number of ranges. */
  data_centers: Type.Object({ source: Type.String(), date: Type.String(), ranges: Type.Integer() }),
  /** Newest first. */
  versions: Type.Array(Type.Object({ from: Type.String(), by: Type.String(), rules: TrafficRules })),
});
export type TrafficRulesVersions = Type.Static<typeof TrafficRulesVersions>;

export const getTrafficRules = {
  method: 'GET',
  url: '/admin/traffic-rules',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'Get the invalid traffic rules and their earlier versions',
  schema: { response: { 200: TrafficRulesVersions } },
} as const satisfies Endpoint;

export const setTrafficRules = {
  method: 'POST',
  url: '/admin/traffic-rules',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Create a new version of the invalid traffic rules; earlier events are not evaluated again',
  schema: { body: TriedRules, response: { 200: TrafficRulesVersions } },
} as const satisfies Endpoint;

const TriedReason = Type.Object({
  /** Null for valid events. */
  reason: Type.Union([Reason, Type.Null()]),
  views_before: Type.Integer(),
  views_after: Type.Integer(),
  clicks_before: Type.Integer(),
  clicks_after: Type.Integer(),
  /**
   * What the views, clicks and burns with this reason cost their advertisers, or would otherwise have cost, in dollars.
   */
  amount_before: Type.Number(),
  amount_after: Type.Number(),
});

const TrafficTrial = Type.Object({
  days: Type.Integer(),
  /** In evaluation order; valid events come first. */
  data: Type.Array(TriedReason),
});
export type TrafficTrial = Type.Static<typeof TrafficTrial>;

/** Number of past days that a rule trial covers. */
export const TRIAL_DAYS = 30;

/** Reads the events day by day, and ends early if the client disconnects. */
export const tryTrafficRules = {
  method: 'POST',
  url: '/admin/traffic-rules/trial',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'Simulate other rules on the events of the last 30 days; changes nothing',
  schema: { body: TriedRules, response: { 200: TrafficTrial } },
} as const satisfies Endpoint;
