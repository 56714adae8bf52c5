import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import type { Endpoint } from './endpoint.ts';
import { PriceModel } from './flight-parts.ts';

/**
 * Outlets in columns: position i in each array is outlet i. At most 2,000 points, because a map cannot distinguish
 * more.
 */
export const ReachedOutlets = Type.Object({
  eui: Type.Array(Type.String()),
  lat: Type.Array(Type.Number()),
  lng: Type.Array(Type.Number()),
  label: Type.Array(Type.String()),
  venue: Type.Array(Type.Integer()),
  /** What `venue` indexes. */
  venues: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), state: Type.String(), customer: Type.String() }),
  ),
});

const Estimate = Type.Object({ low: Type.Number(), likely: Type.Number(), high: Type.Number() });

/**
 * `targets` is the target rule as JSON. Low: an even share on the weakest days. Likely: an even share on an average
 * day. High: the outlets' strongest days with this flight alone (docs/business-rules.md#campaigns). The budget and the
 * daily cap limit all three.
 */
export const getFlightForecast = {
  method: 'GET',
  url: '/flights/forecast',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: "Forecast a flight's outlets, views and spend (low, likely, high)",
  schema: {
    querystring: Type.Object(
      {
        targets: Type.Optional(Type.String({ maxLength: 16_000 })),
        starts: Type.Optional(Type.String({ maxLength: 40 })),
        ends: Type.Optional(Type.String({ maxLength: 40 })),
        time_zone: Type.Optional(Type.String({ maxLength: 64 })),
        budget: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}(\\.[0-9]{1,6})?$' })),
        daily_cap: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}(\\.[0-9]{1,6})?$' })),
        model: Type.Optional(PriceModel),
        /** The campaign's category. Outlets whose owners block the category are excluded. */
        category: Type.Optional(AdCategory),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        /** Number of outlets in service whose owner does not block the category. */
        outlets: Type.Integer(),
        /** Number of matching outlets that are excluded because their owner blocks the category. */
        blocked_outlets: Type.Integer(),
        reached: ReachedOutlets,
        /**
         * Views of all ads at these outlets in the last 28 full days. Administrators get exact numbers, in the given
         * time zone. Advertisers get means over outlet groups, in the network's time zone, rounded to two digits. Null
         * if withheld.
         */
        views_28_days: Type.Union([Type.Integer(), Type.Null()]),
        /** The precision of the figures. They are withheld if too few outlets or flights contribute. */
        precision: Type.Union([Type.Literal('exact'), Type.Literal('grouped'), Type.Literal('withheld')]),
        days: Type.Union([Type.Integer(), Type.Null()]),
        /**
         * Number of other approved flights that run at some of these outlets during that time. Exact for
         * administrators. Advertisers get a level (1 for fewer than three, then about 4, 8, 15, 35, 75). Null if
         * withheld.
         */
        competing: Type.Union([Type.Integer(), Type.Null()]),
        views: Type.Union([Estimate, Type.Null()]),
        spend: Type.Union([Estimate, Type.Null()]),
        /** Rate card prices for the reached venue types. */
        prices: Type.Array(Type.Object({ venue_type: Type.Union([Type.String(), Type.Null()]), price: Type.Number() })),
      }),
    },
  },
} as const satisfies Endpoint;
