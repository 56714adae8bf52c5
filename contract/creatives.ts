import * as Type from 'typebox';
import { AdCategory } from './campaigns.ts';
import { RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Creative, WrittenFlight } from './flight-parts.ts';
import { CREATIVE_QUEUES, CREATIVE_SORTS } from './table-choices.ts';
import { PageQuery, SortOf, TablePage } from './table-page.ts';

/** Most bytes of a picture as it is sent, and what it has to be. */
export const CREATIVE_BYTES = 5 * 1024 * 1024;
export const CREATIVE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** Pixels of the short side at least; the long side is made no longer than the second. */
export const CREATIVE_SHORT_SIDE = 600;
export const CREATIVE_LONG_SIDE = 2_400;
export const CREATIVE_SECONDS = { least: 5, most: 60 } as const;
/** Creatives of one flight. */
export const MOST_CREATIVES = 20;

const Params = Type.Object({ id: RowId }, { additionalProperties: false });

/** The picture is the request's body, with its type as Content-Type; checked by the server. */
export const addCreative = {
  method: 'POST',
  url: '/flights/:id/creatives',
  allowed: 'advertiser-manager',
  summary: 'Add a creative to a flight: a picture with its seconds and target address',
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

/** Of an approved flight the last one stays: nothing incomplete runs. */
export const removeCreative = {
  method: 'DELETE',
  url: '/flights/:id/creatives/:creative',
  allowed: 'advertiser-manager',
  summary: 'Take a creative away from a flight',
  schema: {
    params: Type.Object({ id: RowId, creative: RowId }, { additionalProperties: false }),
    response: { 200: WrittenFlight },
  },
} as const satisfies Endpoint;

/** `<sha256>.<ext>`: what it names never changes, so it is kept for ever. */
export const getCreativeFile = {
  method: 'GET',
  url: '/creatives/:file',
  allowed: 'anyone',
  summary: 'The picture of a creative',
  schema: {
    params: Type.Object(
      { file: Type.String({ pattern: '^[0-9a-f]{64}\\.(png|jpg|webp)$' }) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: Type.String(), 404: Type.Null() } },
} as const satisfies Endpoint;

/** `waiting`: shown nowhere at the owner's outlets until it is accepted. `blocked`: its category is blocked. */
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
  /** Of its campaign, whose days it runs from and to. */
  time_zone: Type.String(),
  standing: Standing,
  reason: Type.String(),
  decided_at: Type.Union([Type.String(), Type.Null()]),
  decided_by: Type.Union([Type.String(), Type.Null()]),
  /** Of the decision: a next one names it, so that none undoes another that nobody saw. 0: none yet. */
  version: RowVersion,
  /** Outlets of the owner at which it runs, or would. */
  outlets: Type.Integer(),
});
export type QueuedCreative = Type.Static<typeof QueuedCreative>;

/** Of flights that are approved and not over and reach the owner's outlets. Administrators name the owner by `cid` (its id). */
export const listCreatives = {
  method: 'GET',
  url: '/creatives',
  allowed: 'property',
  summary: "Creatives that reach a property's outlets, and what was decided on them",
  schema: {
    querystring: Type.Object(
      {
        ...PageQuery,
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
    summary,
    schema: {
      params: Params,
      body: Type.Object({ ...body, version: RowVersion, cid: Type.Optional(RowId) }, { additionalProperties: false }),
      response: { 200: QueuedCreative },
    },
  }) as const satisfies Endpoint;

export const acceptCreative = decision(
  '/creative-queue/:id/accept',
  "Let a creative run at the property's outlets",
  {},
);
export const refuseCreative = decision(
  '/creative-queue/:id/refuse',
  "Keep a creative off the property's outlets, with a reason",
  {
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  },
);

export const CreativePolicy = Type.Object({
  customer_id: Type.String(),
  /** Each creative waits until it is accepted; otherwise all run but those of blocked categories. */
  review_each: Type.Boolean(),
  blocked_categories: Type.Array(AdCategory),
  version: RowVersion,
  can_edit: Type.Boolean(),
});
export type CreativePolicy = Type.Static<typeof CreativePolicy>;

/** Of the caller's property; administrators name it by `cid` (its id). */
export const getCreativePolicy = {
  method: 'GET',
  url: '/creative-policy',
  allowed: 'property',
  summary: 'Which creatives a property takes',
  schema: {
    querystring: Type.Object({ cid: Type.Optional(RowId) }, { additionalProperties: false }),
    response: { 200: CreativePolicy },
  },
} as const satisfies Endpoint;

export const setCreativePolicy = {
  method: 'PUT',
  url: '/creative-policy',
  allowed: 'property-manager',
  summary: 'Say which creatives a property takes',
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
