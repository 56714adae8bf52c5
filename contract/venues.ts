import * as Type from 'typebox';
import { RowId, RowVersion } from './common.ts';
import { VENUE_FIELDS } from './editable-fields.ts';
import type { Endpoint } from './endpoint.ts';
import { bodySchemas, fieldSchemas } from './field-schemas.ts';

/** Empty for the zone at its position. */
const zone = { time_zone: Type.String({ maxLength: 64 }) } as const;
const fields = { ...bodySchemas(VENUE_FIELDS), ...zone } as const;

/** A property customer's site with outlets. */
export const Venue = Type.Object({
  id: Type.String(),
  ...fieldSchemas(VENUE_FIELDS),
  ...zone,
  outlets: Type.Integer(),
  version: Type.Integer(),
});
export type Venue = Type.Static<typeof Venue>;

export const VenueInput = Type.Object(fields, { additionalProperties: false });
export type VenueInput = Type.Static<typeof VenueInput>;

export const createVenue = {
  method: 'POST',
  url: '/admin/customers/:id/venues',
  allowed: 'admin',
  tokenScope: 'network:write',
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
  tokenScope: 'network:write',
  summary: 'Update a venue',
  schema: {
    params: Type.Object({ id: RowId }, { additionalProperties: false }),
    body: Type.Object({ ...fields, version: RowVersion }, { additionalProperties: false }),
    response: { 200: Venue },
  },
} as const satisfies Endpoint;
