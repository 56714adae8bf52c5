import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import { RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { ReachedOutlets } from './flight-forecast.ts';
import {
  Creative,
  FieldChange,
  FlightDetail,
  FlightFields,
  FlightState,
  HistoryEntry,
  WrittenFlight,
  WrittenFlightRow,
} from './flight-parts.ts';
import { PageQuery, SortOf, TablePage } from './pagination.ts';
import { REVIEW_SORTS } from './table-choices.ts';

const Params = Type.Object({ id: RowId }, { additionalProperties: false });
const Version = { version: RowVersion } as const;
const anyOfFields = Type.Partial(Type.Object(FlightFields)).properties;

/** The code that outlets report. By default, it is derived from the campaign's name. */
const Code = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,64}$' });

export const createFlight = {
  method: 'POST',
  url: '/campaigns/:id/flights',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
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
  tokenScope: 'campaigns:read',
  summary: 'A flight: what it is now, its fields, prices, creatives and what waits to be decided',
  schema: { params: Params, response: { 200: FlightDetail } },
} as const satisfies Endpoint;

/**
 * A draft or returned flight changes immediately. For an approved flight, an advertiser's change becomes a proposal and
 * replaces a pending proposal; an administrator's change applies immediately. Omitted fields do not change.
 * Administrators may set `price`, the flight's own price in place of the rate card's. The price applies from
 * `price_from` (a timestamp, never in the past; default: now).
 */
export const updateFlight = {
  method: 'PATCH',
  url: '/flights/:id',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
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
    tokenScope: 'campaigns:write',
    summary,
    schema: {
      params: Params,
      body: Type.Object(Version, { additionalProperties: false }),
      response: { 200: WrittenFlight },
    },
  }) as const satisfies Endpoint;

/** Rejects an incomplete flight, and lists everything that is missing. */
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
/** Ends an approved flight permanently. With `proposal: true`, withdraws only the proposal. */
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
  tokenScope: 'campaigns:write',
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

/** Lists flights and proposals that wait for an administrator, oldest first. */
export const listReviews = {
  method: 'GET',
  url: '/flights/reviews',
  allowed: 'admin',
  tokenScope: 'campaigns:read',
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
          /**
           * For a change: the values before and after. For a new flight: all fields, without the values before. Changes
           * since a return are not marked.
           */
          changes: Type.Array(FieldChange),
          /** A new flight's creatives, or the creatives that a change adds. */
          creatives: Type.Array(Creative),
        }),
      ),
    },
  },
} as const satisfies Endpoint;

/** Returns the flight's history, newest first. `changes` is present if an action changed values. */
export const listFlightHistory = {
  method: 'GET',
  url: '/flights/:id/history',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
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

/**
 * A flight's pacing. Money is in dollars, and days are in the campaign's time zone. The plan begins at the later of the
 * flight's start and its approval.
 */
export const FlightPacing = Type.Object({
  state: FlightState,
  time_zone: Type.String(),
  as_of: Type.String(),
  budget: Type.Number(),
  spent: Type.Number(),
  /** The planned spending until now. For a fast flight, the value of an evenly paced flight, for comparison. */
  expected: Type.Number(),
  today: Type.Object({
    day: Type.String(),
    spent: Type.Number(),
    expected: Type.Number(),
    planned: Type.Number(),
    daily_cap: Type.Union([Type.Number(), Type.Null()]),
  }),
  pace: Type.Union([Type.Number(), Type.Null()]),
  /** Projected spending by the end, at the rate of the last seven days (or since the start). */
  forecast_spent: Type.Number(),
  /** When the budget runs out at this rate, if that is before the flight's end. */
  spent_at: Type.Union([Type.String(), Type.Null()]),
  /** One entry per day, from the start until the end or today, whichever is earlier. At most the last 400 days. */
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
  tokenScope: 'campaigns:read',
  summary: "A flight's expected against actual spend, and where it will end at this pace",
  schema: { params: Params, response: { 200: FlightPacing } },
} as const satisfies Endpoint;

export const getFlightOutlets = {
  method: 'GET',
  url: '/flights/:id/outlets',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: "The outlets that a flight's targets reach now, as points of a map",
  schema: { params: Params, response: { 200: Type.Object({ outlets: Type.Integer(), reached: ReachedOutlets }) } },
} as const satisfies Endpoint;
