import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import { Failure, RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Creative, Utm, WrittenFlight } from './flight-parts.ts';
import { SortOf, TablePage, TableQuery } from './pagination.ts';
import { CREATIVE_QUEUES, CREATIVE_SORTS } from './table-choices.ts';

/** Maximum size of an uploaded picture in bytes, and its accepted types. */
export const CREATIVE_BYTES = 5 * 1024 * 1024;
export const CREATIVE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Minimum length of the short side in pixels, and the length to which the server scales down the long side. */
export const CREATIVE_SHORT_SIDE = 600;
export const CREATIVE_LONG_SIDE = 2_400;
export const CREATIVE_SECONDS = { least: 5, most: 60 } as const;
/** Limits of a creative's weight. A creative with weight 2 is shown twice as often as one with weight 1. */
export const LEAST_WEIGHT = 1;
export const MOST_WEIGHT = 100;
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

/** Applies immediately, even to an approved flight, because the reviewed picture and address stay the same. */
export const updateCreative = {
  method: 'PATCH',
  url: '/flights/:id/creatives/:creative',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: "Change how often a creative is shown, and its target's UTM parameters",
  schema: {
    params: Type.Object({ id: RowId, creative: RowId }, { additionalProperties: false }),
    body: Type.Object(
      {
        version: RowVersion,
        weight: Type.Optional(Type.Integer({ minimum: LEAST_WEIGHT, maximum: MOST_WEIGHT })),
        utm: Type.Optional(Utm),
      },
      { additionalProperties: false },
    ),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

/** Maximum and default life of a preview link, in days. */
export const PREVIEW_DAYS = { most: 30, usual: 7 } as const;

/** Anyone with the link sees the creative without signing in, until the link expires or the creative is removed. */
export const linkCreativePreview = {
  method: 'POST',
  url: '/flights/:id/creatives/:creative/preview-link',
  allowed: 'advertiser-manager',
  tokenScope: 'campaigns:write',
  summary: 'Create a link to a preview of a creative for people without an account',
  schema: {
    params: Type.Object({ id: RowId, creative: RowId }, { additionalProperties: false }),
    body: Type.Object(
      { days: Type.Optional(Type.Integer({ minimum: 1, maximum: PREVIEW_DAYS.most })) },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ url: Type.String(), token: Type.String(), expires_at: Type.String() }) },
  },
} as const satisfies Endpoint;

/** The token is in the body, so that no access log contains it. */
export const openCreativePreview = {
  method: 'POST',
  url: '/ad-preview',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Get the creative behind a preview link, as outlets show it',
  schema: {
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
    response: {
      200: Type.Object({
        name: Type.String(),
        sponsor: Type.String(),
        seconds: Type.Integer(),
        /** The picture: `/api/creatives/<sha256>.<ext>`. */
        url: Type.String(),
        click_target: Type.String(),
        expires_at: Type.String(),
      }),
      404: Failure,
    },
  },
} as const satisfies Endpoint;

const CreativeFigures = {
  views: Type.Integer(),
  clicks: Type.Integer(),
  burns: Type.Integer(),
  /** Clicks and burns as shares of the views. Null without views. */
  click_rate: Type.Union([Type.Number(), Type.Null()]),
  burn_rate: Type.Union([Type.Number(), Type.Null()]),
};

/** Days for which a flight's figures are available by creative. */
export const CREATIVE_FIGURE_DAYS = 28;

/**
 * Valid events of the last 28 days by creative, which a view's play names. `other` has the views without a play, for
 * which no creative is known. If the flight has only ever had one creative, all views are of that one.
 */
export const getCreativeFigures = {
  method: 'GET',
  url: '/flights/:id/creative-figures',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: "Get the views, clicks and burns of a flight's creatives in the last 28 days",
  schema: {
    params: Params,
    response: {
      200: Type.Object({
        from: Type.String(),
        creatives: Type.Array(
          Type.Object({ id: Type.String(), name: Type.String(), is_removed: Type.Boolean(), ...CreativeFigures }),
        ),
        other: Type.Object(CreativeFigures),
      }),
    },
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
