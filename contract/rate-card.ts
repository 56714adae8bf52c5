import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PriceModel } from './flight-parts.ts';

/** A price at one type of venue from a point in time on. `venue_type` is null for all types without their own price. */
const RateVersion = Type.Object({
  model: PriceModel,
  venue_type: Type.Union([Type.String(), Type.Null()]),
  /** In dollars: per 1,000 views, per click, per burn or per view. */
  price: Type.Number(),
  from: Type.String(),
  /** Whether the price is in effect now. If not, it has ended or has not started. */
  holds: Type.Boolean(),
});

const RateCard = Type.Object({
  /** Newest first, for each model and venue type. */
  data: Type.Array(RateVersion),
  /** Existing venue types, for the form. */
  venue_types: Type.Array(Type.String()),
});
export type RateCard = Type.Static<typeof RateCard>;

export const getRateCard = {
  method: 'GET',
  url: '/rate-card',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: "Get the network's prices by model and venue type; advertisers see the current ones",
  schema: { response: { 200: RateCard } },
} as const satisfies Endpoint;

/** Adds a price that takes effect at `from`, which must not be in the past. By default, the price takes effect now. */
export const addRate = {
  method: 'POST',
  url: '/admin/rate-card',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Create a new version of a rate card price',
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
