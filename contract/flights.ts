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
  FlightPrice,
  FlightState,
  HistoryEntry,
  TargetNames,
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
  summary: 'Create a flight as a draft, which may be incomplete',
  schema: {
    params: Params,
    body: Type.Object({ code: Type.Optional(Code), ...anyOfFields }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

/**
 * The copy is a draft in the same campaign, with the same fields and creatives and a new code. Dates that have passed
 * are left blank. The copy's prices come from the rate card.
 */
export const duplicateFlight = {
  method: 'POST',
  url: '/flights/:id/duplicate',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Duplicate a flight as a draft',
  schema: { params: Params, response: { 200: WrittenFlight } },
} as const satisfies Endpoint;

export const getFlight = {
  method: 'GET',
  url: '/flights/:id',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: 'Get a flight with its status, fields, prices, creatives and proposed changes',
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
  summary:
    'Update a flight, or propose a change (503 with Retry-After: its spend is temporarily unavailable; nothing was saved)',
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
export const submitFlight = act('/flights/:id/submit', 'advertiser-manager', 'Submit a draft for review');
export const approveFlight = act(
  '/flights/:id/approve',
  'admin',
  'Approve a flight in review or its proposed change (503 with Retry-After: its spend is temporarily unavailable; nothing was saved)',
);
export const pauseFlight = act('/flights/:id/pause', 'advertiser-manager', 'Hold an approved flight from now on');
export const resumeFlight = act('/flights/:id/resume', 'advertiser-manager', 'Resume a paused flight');
export const archiveFlight = act(
  '/flights/:id/archive',
  'advertiser-manager',
  'Archive a flight that has ended or was canceled',
);
export const restoreFlight = act('/flights/:id/restore', 'advertiser-manager', 'Restore an archived flight');
/** Ends an approved flight permanently. With `proposal: true`, withdraws only the proposal. */
export const cancelFlight = {
  ...act('/flights/:id/cancel', 'advertiser-manager', 'Cancel a flight permanently, or withdraw its proposed change'),
  schema: {
    params: Params,
    body: Type.Object({ ...Version, proposal: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;
/** Maximum number of flights in one bulk action. */
export const MOST_AT_ONCE = 100;
const actOnSeveral = <const Url extends string, const Allowed extends Endpoint['allowed']>(
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
      body: Type.Object(
        {
          flights: Type.Array(Type.Object({ id: RowId, ...Version }, { additionalProperties: false }), {
            minItems: 1,
            maxItems: MOST_AT_ONCE,
          }),
        },
        { additionalProperties: false },
      ),
      response: {
        /** One result per flight, in the order of the request. Each flight succeeds or fails on its own. */
        200: Type.Object({
          results: Type.Array(
            Type.Object({
              id: Type.String(),
              /** '' if the caller cannot see the flight. */
              code: Type.String(),
              /** Why nothing was changed; null if the action was done. */
              error: Type.Union([Type.String(), Type.Null()]),
              /** The flight's version after the action; null if nothing was changed. */
              version: Type.Union([RowVersion, Type.Null()]),
            }),
          ),
        }),
      },
    },
  }) as const satisfies Endpoint;

export const pauseFlights = actOnSeveral(
  '/flights/several/pause',
  'advertiser-manager',
  'Pause several flights, with a result for each',
);
export const resumeFlights = actOnSeveral(
  '/flights/several/resume',
  'advertiser-manager',
  'Resume several paused flights, with a result for each',
);
export const approveFlights = actOnSeveral(
  '/flights/several/approve',
  'admin',
  'Approve several flights or proposed changes, with a result for each',
);

export const returnFlight = {
  method: 'POST',
  url: '/flights/:id/return',
  allowed: 'admin',
  tokenScope: 'campaigns:write',
  summary: 'Return a flight in review with a reason, or decline its proposed change',
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
  summary: 'List flights that need review, ten per page',
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
          /** The campaign's time zone, in which its days begin. */
          time_zone: Type.String(),
          /** The flight's fields as they are after approval. */
          fields: Type.Object(FlightFields),
          price_source: Type.Union([Type.Literal('card'), Type.Literal('own')]),
          prices: Type.Array(FlightPrice),
          /** Names for the ids in its target rule before and after approval. */
          target_names: TargetNames,
          /** Outlets in service that the flight reaches after approval. */
          outlets: Type.Integer(),
          /** Outlets that match its targets but whose owners block its category, and these owners' names. */
          blocked_outlets: Type.Integer(),
          blocked_by: Type.Array(Type.String()),
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
  summary: 'Get the history of a flight: who did what and when',
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
  summary: "Compare a flight's expected and actual spend, with its projected spend",
  schema: { params: Params, response: { 200: FlightPacing } },
} as const satisfies Endpoint;

export const getFlightOutlets = {
  method: 'GET',
  url: '/flights/:id/outlets',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: "Get the outlets that match a flight's targets, as points on a map",
  schema: { params: Params, response: { 200: Type.Object({ outlets: Type.Integer(), reached: ReachedOutlets }) } },
} as const satisfies Endpoint;
