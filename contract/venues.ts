import * as Type from 'typebox';
import { RowId, RowVersion } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { textSchemas, VENUE_TEXTS } from './text-fields.ts';

const position = {
  lat: Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Null()]),
  lng: Type.Union([Type.Number({ minimum: -180, maximum: 180 }), Type.Null()]),
} as const;

/** Degrees of an outlet or venue; both or neither. */
export const Position = position;

const fields = {
  ...textSchemas(VENUE_TEXTS),
  /** Empty: the zone of its position. */
  time_zone: Type.String({ maxLength: 64 }),
  ...position,
} as const;

/** A site where outlets of a property customer stand. */
export const Venue = Type.Object({ id: Type.String(), ...fields, outlets: Type.Integer(), version: Type.Integer() });
export type Venue = Type.Static<typeof Venue>;

export const VenueInput = Type.Object(fields, { additionalProperties: false });
export type VenueInput = Type.Static<typeof VenueInput>;

export const createVenue = {
  method: 'POST',
  url: '/admin/customers/:id/venues',
  allowed: 'admin',
  summary: 'Add a venue',
  schema: {
    params: Type.Object({ id: RowId }, { additionalProperties: false }),
    body: VenueInput,
    response: { 200: Venue },
  },
} as const satisfies Endpoint;

export const updateVenue = {
  method: 'PUT',
  url: '/admin/venues/:id',
  allowed: 'admin',
  summary: 'Change a venue',
  schema: {
    params: Type.Object({ id: RowId }, { additionalProperties: false }),
    body: Type.Object({ ...fields, version: RowVersion }, { additionalProperties: false }),
    response: { 200: Venue },
  },
} as const satisfies Endpoint;
