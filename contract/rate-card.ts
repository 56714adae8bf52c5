import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PriceModel } from './flight-parts.ts';

/** What is charged at venues of a type, or of all types that have no line of their own (null), from an instant on. */
const RateVersion = Type.Object({
  model: PriceModel,
  venue_type: Type.Union([Type.String(), Type.Null()]),
  /** In dollars: of 1,000 views, a click, a burn or a view. */
  price: Type.Number(),
  from: Type.String(),
  /** It holds now; an earlier one is over, a later one still to come. */
  holds: Type.Boolean(),
});

const RateCard = Type.Object({
  /** Newest first, by model and venue type. */
  data: Type.Array(RateVersion),
  /** Venue types that there are, for the form. */
  venue_types: Type.Array(Type.String()),
});
export type RateCard = Type.Static<typeof RateCard>;

export const getRateCard = {
  method: 'GET',
  url: '/rate-card',
  allowed: 'advertiser',
  summary: "The network's prices by model and venue type; advertisers see those that hold now",
  schema: { response: { 200: RateCard } },
} as const satisfies Endpoint;

/** From an instant on: now where `from` is left out, never earlier. */
export const addRate = {
  method: 'POST',
  url: '/admin/rate-card',
  allowed: 'admin',
  summary: 'Begin a version of a price of the rate card',
  schema: {
    body: Type.Object(
      {
        model: PriceModel,
        venue_type: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
        price: Type.Number({ minimum: 0, maximum: 1_000_000 }),
        from: Type.Optional(Type.String({ maxLength: 40 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: RateCard },
  },
} as const satisfies Endpoint;
