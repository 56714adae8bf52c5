import * as Type from 'typebox';
import { RowId } from './common.ts';
import { CREATIVE_TYPES } from './creatives.ts';
import type { Endpoint } from './endpoint.ts';

const OfProperty = Type.Object({ cid: Type.Optional(RowId) }, { additionalProperties: false });

/** The picture that a property shows at its outlets when no flight runs. The picture earns nothing. */
export const HousePicture = Type.Object({
  customer_id: Type.String(),
  picture: Type.Union([
    Type.Object({
      url: Type.String(),
      type: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      seconds: Type.Integer(),
      /** '' if a click has no target. */
      target: Type.String(),
      updated_at: Type.String(),
    }),
    Type.Null(),
  ]),
  can_edit: Type.Boolean(),
});
export type HousePicture = Type.Static<typeof HousePicture>;

/** Returns the picture of the caller's property. Administrators name the property with `cid`, its ID. */
export const getHousePicture = {
  method: 'GET',
  url: '/house-picture',
  allowed: 'property',
  tokenScope: 'network:read',
  summary: "Get a property's own picture",
  schema: { querystring: OfProperty, response: { 200: HousePicture } },
} as const satisfies Endpoint;

/** The request body is the picture, and its Content-Type is the picture's type. The server validates it. */
export const setHousePicture = {
  method: 'PUT',
  url: '/house-picture',
  allowed: 'property-manager',
  tokenScope: 'network:write',
  summary: 'Set the picture that a property shows when no flight runs',
  schema: {
    querystring: Type.Object(
      {
        seconds: Type.String({ pattern: '^[0-9]{1,3}$' }),
        target: Type.Optional(Type.String({ maxLength: 1_000 })),
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    response: { 200: HousePicture },
  },
  documented: { consumes: CREATIVE_TYPES },
} as const satisfies Endpoint;

export const removeHousePicture = {
  method: 'DELETE',
  url: '/house-picture',
  allowed: 'property-manager',
  tokenScope: 'network:write',
  summary: "Remove a property's own picture",
  schema: { querystring: OfProperty, response: { 200: HousePicture } },
} as const satisfies Endpoint;
