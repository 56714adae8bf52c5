import * as Type from 'typebox';
import { Eui } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Maximum number of plays per call. An outlet with a poor connection can prefetch some. */
export const MOST_PLAYS = 50;

export const ServeRequest = Type.Object(
  {
    eui: Eui,
    count: Type.Integer({ minimum: 1, maximum: MOST_PLAYS }),
    /** The visitor who will see the plays, as in the view. Omitted for prefetched plays. */
    fingerprint: Type.Optional(Type.Union([Type.String({ pattern: '^[0-9a-fA-F]{32}$' }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type ServeRequest = Type.Static<typeof ServeRequest>;

export const ServedPlay = Type.Object({
  id: Type.String({ description: 'Report the view with this ID. Each play counts once.' }),
  token: Type.String({ maxLength: 128, description: 'Send it as "cryptic" with the view, its click and its burn.' }),
  flight: Type.Union([Type.String(), Type.Null()], {
    description: "The flight's code; null for the owner's own picture, which earns nothing.",
  }),
  sponsor: Type.String({ description: "Shown under the ad; '' for the owner's own picture." }),
  creative: Type.Object({
    url: Type.String({
      description: 'Path of the picture on this installation. Its content never changes, so cache it.',
    }),
    type: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    seconds: Type.Integer({ description: 'How long the picture is shown.' }),
    target: Type.String({ description: "URL that a click opens; '' for none." }),
  }),
  expires_at: Type.String({
    description:
      "Show the ad before this time. The view's timestamp may be up to five minutes later, to allow for a fast clock.",
  }),
});
export type ServedPlay = Type.Static<typeof ServedPlay>;

/** Reasons why a response has fewer ads than requested, from the least to the most likely to be shown. */
export const SERVE_REASONS = [
  'no_flight',
  'no_creative',
  'blocked_category',
  'creative_refused',
  'creative_waiting',
  'paused',
  'not_started',
  'no_price',
  'budget_spent',
  'capped',
  'visitor_capped',
  'budget_held',
  'on_plan',
  'loading',
  'outlet_full',
] as const;
export type ServeReason = (typeof SERVE_REASONS)[number];

export const ServeAnswer = Type.Object({
  plays: Type.Array(ServedPlay),
  reason: Type.Union([Type.Null(), Type.Unsafe<ServeReason>(Type.Enum([...SERVE_REASONS]))], {
    description:
      'Why there are fewer ads than requested, for the flight that came closest to being shown; null if there are enough. ' +
      "The owner's own pictures do not count as ads. More values may be added.",
  }),
  retry_after: Type.Integer({
    description: 'Seconds after which another request may return more plays; 0 if there are enough.',
  }),
});
export type ServeAnswer = Type.Static<typeof ServeAnswer>;

/** Returns plays. An empty result is not an error, because a charge never waits for an ad. */
export const servePlays = {
  method: 'POST',
  url: '/serve',
  allowed: 'outlet-key',
  tokenScope: 'none',
  summary: 'Request plays: the ads that an outlet may show now, each with the token to report its view with',
  schema: { body: ServeRequest, response: { 200: ServeAnswer } },
} as const satisfies Endpoint;
