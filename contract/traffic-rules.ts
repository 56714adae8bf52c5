import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { Reason } from './traffic.ts';

const Rules = {
  /** Views of one fingerprint in an hour that count; null: any number. */
  visitor_views: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
  outlet_pace: Type.Boolean(),
  data_centre: Type.Boolean(),
  /** So long an outlet may be silent beside the event itself; null: for ever. */
  silent_minutes: Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
};

/** As they are sent to be tried or to hold. */
export const TriedRules = Type.Object(Rules, { additionalProperties: false });

const TrafficRules = Type.Object(Rules);
export type TrafficRules = Type.Static<typeof TrafficRules>;

const TrafficRulesVersions = Type.Object({
  /** What holds now. */
  rules: TrafficRules,
  /** Whether views without a play count, as the operator set it. */
  unsigned_views: Type.Union([Type.Literal('count'), Type.Literal('invalid')]),
  /** Whether there is a list of ranges of data centres. */
  has_ranges: Type.Boolean(),
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
  /** What those views cost their advertisers, or would have, in dollars. */
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
  summary: 'What other rules would have done to the views of the last 30 days; changes nothing',
  schema: { body: TriedRules, response: { 200: TrafficTrial } },
} as const satisfies Endpoint;
