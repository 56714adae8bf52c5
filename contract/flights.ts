import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import { RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import {
  Creative,
  FieldChange,
  FlightDetail,
  FlightFields,
  FlightState,
  HistoryEntry,
  PriceModel,
  WrittenFlight,
  WrittenFlightRow,
} from './flight-parts.ts';
import { REVIEW_SORTS } from './table-choices.ts';
import { PageQuery, SortOf, TablePage } from './table-page.ts';

const Params = Type.Object({ id: RowId }, { additionalProperties: false });
const Version = { version: RowVersion } as const;
const anyOfFields = Type.Partial(Type.Object(FlightFields)).properties;

/** The code is what outlets name; without one it is made of the campaign's name. */
const Code = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$' });

export const createFlight = {
  method: 'POST',
  url: '/campaigns/:id/flights',
  allowed: 'advertiser-manager',
  summary: 'Begin a flight as a draft; anything may still be missing',
  schema: {
    params: Params,
    body: Type.Object({ code: Type.Optional(Code), ...anyOfFields }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

export const getFlight = {
  method: 'GET',
  url: '/flights/:id',
  allowed: 'advertiser',
  summary: 'A flight: what it is now, its fields, prices, creatives and what waits to be decided',
  schema: { params: Params, response: { 200: FlightDetail } },
} as const satisfies Endpoint;

/**
 * A draft or returned flight is changed at once. Of an approved one an advertiser's change becomes a proposal, which takes the
 * place of one that waits; an administrator's holds at once. Only what is sent is changed. `price` is set by administrators:
 * an own price of the flight instead of the rate card's, from `price_from` (an instant; now where it is left out, never earlier).
 */
export const updateFlight = {
  method: 'PATCH',
  url: '/flights/:id',
  allowed: 'advertiser-manager',
  summary: 'Change a flight, or propose to (503 with Retry-After: what it spent is not at hand; nothing was stored)',
  schema: {
    params: Params,
    body: Type.Object(
      {
        ...Version,
        ...anyOfFields,
        price: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
        price_from: Type.Optional(Type.String({ maxLength: 40 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

const act = <const Url extends string, const Allowed extends Endpoint['allowed']>(
  url: Url,
  allowed: Allowed,
  summary: string,
) =>
  ({
    method: 'POST',
    url,
    allowed,
    summary,
    schema: {
      params: Params,
      body: Type.Object(Version, { additionalProperties: false }),
      response: { 200: WrittenFlight },
    },
  }) as const satisfies Endpoint;

/** Refused with all that is missing, by field, when it is not complete. */
export const submitFlight = act(
  '/flights/:id/submit',
  'advertiser-manager',
  'Give a draft to the administrators for review',
);
export const approveFlight = act(
  '/flights/:id/approve',
  'admin',
  'Approve a flight in review, or what is proposed (503 with Retry-After: spending is not at hand; nothing was stored)',
);
export const pauseFlight = act('/flights/:id/pause', 'advertiser-manager', 'Hold an approved flight from now on');
export const resumeFlight = act('/flights/:id/resume', 'advertiser-manager', 'Let a paused flight run on');
/** Of an approved flight it ends for ever; of a proposal (`proposal: true`) only that is withdrawn. */
export const cancelFlight = {
  ...act('/flights/:id/cancel', 'advertiser-manager', 'End a flight for ever, or withdraw the change that is proposed'),
  schema: {
    params: Params,
    body: Type.Object({ ...Version, proposal: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;
export const returnFlight = {
  method: 'POST',
  url: '/flights/:id/return',
  allowed: 'admin',
  summary: 'Give a flight in review back with a reason, or decline the change that is proposed',
  schema: {
    params: Params,
    body: Type.Object(
      { ...Version, reason: Type.String({ minLength: 1, maxLength: 500 }) },
      { additionalProperties: false },
    ),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

/** Flights and proposals that wait for an administrator, the oldest first. */
export const listReviews = {
  method: 'GET',
  url: '/flights/reviews',
  allowed: 'admin',
  summary: 'What waits for review, ten a page',
  schema: {
    querystring: Type.Object({ ...PageQuery, sort: SortOf(REVIEW_SORTS) }, { additionalProperties: false }),
    response: {
      200: TablePage(
        Type.Object({
          kind: Type.Union([Type.Literal('flight'), Type.Literal('change')]),
          at: Type.String(),
          by: Type.String(),
          flight: WrittenFlightRow,
          category: AdCategory,
          /** Of a change, before and after; of a new flight all that it says, with nothing before. What changed since it was returned is not told apart. */
          changes: Type.Array(FieldChange),
          /** What a new flight shows, and what a change brings. */
          creatives: Type.Array(Creative),
        }),
      ),
    },
  },
} as const satisfies Endpoint;

/** Who did what with the flight, newest first; `changes` where something has a before and after. */
export const listFlightHistory = {
  method: 'GET',
  url: '/flights/:id/history',
  allowed: 'advertiser',
  summary: 'The history of a flight: who did what and when',
  schema: {
    params: Params,
    response: {
      200: Type.Object({
        data: Type.Array(HistoryEntry),
      }),
    },
  },
} as const satisfies Endpoint;

/** Money in dollars; days are those of the campaign's zone. The plan begins at the later of the flight's start and its approval. */
export const FlightPacing = Type.Object({
  state: FlightState,
  time_zone: Type.String(),
  as_of: Type.String(),
  budget: Type.Number(),
  spent: Type.Number(),
  /** What an even flight was to have spent by now; of a fast one the same, for comparison. */
  expected: Type.Number(),
  today: Type.Object({
    day: Type.String(),
    spent: Type.Number(),
    expected: Type.Number(),
    planned: Type.Number(),
    daily_cap: Type.Union([Type.Number(), Type.Null()]),
  }),
  pace: Type.Union([Type.Number(), Type.Null()]),
  /** Where it will be at its end if it goes on as in the last seven days (or since its start). */
  forecast_spent: Type.Number(),
  /** When the budget will be used up at this pace, if that is before the end. */
  spent_at: Type.Union([Type.String(), Type.Null()]),
  /** One entry a day from the start to the end or today, whichever comes first; at most 400, the last ones. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      spent: Type.Number(),
      expected: Type.Number(),
      views: Type.Integer(),
      clicks: Type.Integer(),
      burns: Type.Integer(),
    }),
  ),
});
export type FlightPacing = Type.Static<typeof FlightPacing>;

export const getFlightPacing = {
  method: 'GET',
  url: '/flights/:id/pacing',
  allowed: 'advertiser',
  summary: "A flight's expected against actual spend, and where it will end at this pace",
  schema: { params: Params, response: { 200: FlightPacing } },
} as const satisfies Endpoint;

/** Column by column; position i of each array is outlet i. At most 2,000 points: a map shows no more apart. */
const ReachedOutlets = Type.Object({
  eui: Type.Array(Type.String()),
  lat: Type.Array(Type.Number()),
  lng: Type.Array(Type.Number()),
  label: Type.Array(Type.String()),
  venue: Type.Array(Type.Integer()),
  /** Index of `venue` points here. */
  venues: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), state: Type.String(), customer: Type.String() }),
  ),
});

const Estimate = Type.Object({ low: Type.Number(), likely: Type.Number(), high: Type.Number() });

/**
 * `targets` is the rule as JSON. Low is what an even share of the weakest days comes to, likely of an average day, high what
 * the outlets show on their strongest days if this flight had them all (docs/business-rules.md#campaigns); none is more than
 * budget and daily cap allow.
 */
export const getFlightForecast = {
  method: 'GET',
  url: '/flights/forecast',
  allowed: 'advertiser',
  summary: 'What a flight would reach: outlets, views and spend (low, likely, high)',
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
        /** Of the campaign, so that owners who block it are left out. */
        category: Type.Optional(AdCategory),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        /** In service, and where no owner blocks the category. */
        outlets: Type.Integer(),
        /** Matching outlets that are left out because their owner blocks the category. */
        blocked_outlets: Type.Integer(),
        reached: ReachedOutlets,
        /** Views of all ads there in the last 28 whole days of the zone. */
        views_28_days: Type.Integer(),
        days: Type.Union([Type.Integer(), Type.Null()]),
        /** Other approved flights of that time that run at some of these outlets. */
        competing: Type.Integer(),
        views: Type.Union([Estimate, Type.Null()]),
        spend: Type.Union([Estimate, Type.Null()]),
        /** The prices that the rate card has for the venue types reached. */
        prices: Type.Array(Type.Object({ venue_type: Type.Union([Type.String(), Type.Null()]), price: Type.Number() })),
      }),
    },
  },
} as const satisfies Endpoint;

export const getFlightOutlets = {
  method: 'GET',
  url: '/flights/:id/outlets',
  allowed: 'advertiser',
  summary: "The outlets that a flight's targets reach now, as points of a map",
  schema: { params: Params, response: { 200: Type.Object({ outlets: Type.Integer(), reached: ReachedOutlets }) } },
} as const satisfies Endpoint;

const Choice = Type.Object({ id: Type.String(), name: Type.String(), within: Type.String(), outlets: Type.Integer() });

/** At most 20 of each that contain the text. */
export const listTargetChoices = {
  method: 'GET',
  url: '/flights/target-choices',
  allowed: 'advertiser',
  summary: 'Customers, venues, outlets, venue types and states that can be targets',
  schema: {
    querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
    response: {
      200: Type.Object({
        customers: Type.Array(Choice),
        venues: Type.Array(Choice),
        outlets: Type.Array(Choice),
        /** All of them, whatever the text: `id` is the word as it is stored. */
        venue_types: Type.Array(Choice),
        states: Type.Array(Choice),
      }),
    },
  },
} as const satisfies Endpoint;
