import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import { RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Creative, WrittenFlight } from './flight-parts.ts';
import { SortOf, TablePage, TableQuery } from './pagination.ts';
import { CREATIVE_QUEUES, CREATIVE_SORTS } from './table-choices.ts';

/** Maximum size of an uploaded picture in bytes, and its accepted types. */
export const CREATIVE_BYTES = 5 * 1024 * 1024;
export const CREATIVE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Minimum length of the short side in pixels, and the length to which the server scales down the long side. */
export const CREATIVE_SHORT_SIDE = 600;
export const CREATIVE_LONG_SIDE = 2_400;
export const CREATIVE_SECONDS = { least: 5, most: 60 } as const;
/** Maximum number of creatives in one flight. */
export const MOST_CREATIVES = 20;

const Params = Type.Object({ id: RowId }, { additionalProperties: false });

/** The request body is the picture, and its Content-Type is the picture's type. The server validates it. */
export const addCreative = {
  method: 'POST',
  url: '/flights/:id/creatives',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Add a creative to a flight: a picture with its duration and target URL',
  schema: {
    params: Params,
    querystring: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 120 }),
        seconds: Type.String({ pattern: '^[0-9]{1,3}$' }),
        target: Type.String({ minLength: 1, maxLength: 1_000 }),
      },
      { additionalProperties: false },
    ),
    response: { 200: WrittenFlight },
  },
  documented: { consumes: CREATIVE_TYPES },
} as const satisfies Endpoint;

/** The last creative in an approved flight cannot be removed, because a running flight must be complete. */
export const removeCreative = {
  method: 'DELETE',
  url: '/flights/:id/creatives/:creative',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Remove a creative from a flight',
  schema: {
    params: Type.Object({ id: RowId, creative: RowId }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

/** The file is named `<sha256>.<ext>`, so its content never changes and clients may cache it permanently. */
export const getCreativeFile = {
  method: 'GET',
  url: '/creatives/:file',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: "Get a creative's picture",
  schema: {
    params: Type.Object(
      { file: Type.String({ pattern: '^[0-9a-f]{64}\\.(png|jpg|webp)$' }) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: Type.String(), 404: Type.Null() } },
} as const satisfies Endpoint;

/**
 * `waiting`: the creative is not shown at the owner's outlets until it is accepted. `blocked`: the owner blocks its
 * category.
 */
const Standing = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('accepted'),
  Type.Literal('refused'),
  Type.Literal('blocked'),
]);

const QueuedCreative = Type.Object({
  creative: Creative,
  flight_code: Type.String(),
  advertiser: Type.String(),
  sponsor: Type.String(),
  category: AdCategory,
  starts_at: Type.String(),
  ends_at: Type.String(),
  /** The campaign's time zone, which defines its first and last day. */
  time_zone: Type.String(),
  standing: Standing,
  reason: Type.String(),
  decided_at: Type.Union([Type.String(), Type.Null()]),
  decided_by: Type.Union([Type.String(), Type.Null()]),
  /**
   * The decision's version. The next decision must name this version, so that a newer decision is never overwritten
   * unseen. 0 before the first decision.
   */
  version: RowVersion,
  /** Number of the owner's outlets that show the creative, or would show it after acceptance. */
  outlets: Type.Integer(),
});
export type QueuedCreative = Type.Static<typeof QueuedCreative>;

/**
 * Lists creatives of approved, current flights that reach the owner's outlets. Administrators name the owner with
 * `cid`, its ID.
 */
export const listCreatives = {
  method: 'GET',
  url: '/creatives',
  allowed: 'property',
  tokenScope: 'campaigns:read',
  summary: "List the creatives that target a property's outlets, with the decisions on them",
  schema: {
    querystring: Type.Object(
      {
        ...TableQuery,
        sort: SortOf(CREATIVE_SORTS),
        standing: Type.Optional(Type.Enum([...CREATIVE_QUEUES])),
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    response: { 200: TablePage(QueuedCreative) },
  },
} as const satisfies Endpoint;

const decision = <const Url extends string, Body extends Type.TProperties>(url: Url, summary: string, body: Body) =>
  ({
    method: 'POST',
    url,
    allowed: 'property-manager',
    tokenScope: 'campaigns:write',
    summary,
    schema: {
      params: Params,
      body: Type.Object({ ...body, version: RowVersion, cid: Type.Optional(RowId) }, { additionalProperties: false }),
      response: { 200: QueuedCreative },
    },
  }) as const satisfies Endpoint;

export const acceptCreative = decision(
  '/creative-queue/:id/accept',
  "Accept a creative for the property's outlets",
  {},
);
export const refuseCreative = decision(
  '/creative-queue/:id/refuse',
  "Decline a creative for the property's outlets, with a reason",
  {
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  },
);

export const CreativePolicy = Type.Object({
  customer_id: Type.String(),
  /**
   * True if each creative must be accepted before it runs. False if all creatives run, except those in blocked
   * categories.
   */
  review_each: Type.Boolean(),
  blocked_categories: Type.Array(AdCategory),
  version: RowVersion,
  can_edit: Type.Boolean(),
});
export type CreativePolicy = Type.Static<typeof CreativePolicy>;

/** Returns the policy of the caller's property. Administrators name the property with `cid`, its ID. */
export const getCreativePolicy = {
  method: 'GET',
  url: '/creative-policy',
  allowed: 'property',
  tokenScope: 'campaigns:read',
  summary: 'Get which creatives a property accepts',
  schema: {
    querystring: Type.Object({ cid: Type.Optional(RowId) }, { additionalProperties: false }),
    response: { 200: CreativePolicy },
  },
} as const satisfies Endpoint;

export const setCreativePolicy = {
  method: 'PUT',
  url: '/creative-policy',
  allowed: 'property-manager',
  tokenScope: 'campaigns:write',
  summary: 'Update which creatives a property accepts',
  schema: {
    body: Type.Object(
      {
        review_each: Type.Boolean(),
        blocked_categories: Type.Array(AdCategory, { maxItems: 50, uniqueItems: true }),
        version: RowVersion,
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    response: { 200: CreativePolicy },
  },
} as const satisfies Endpoint;
