import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** A city or a venue, which can be the center of a circle. */
const Place = Type.Object({ name: Type.String(), within: Type.String(), lat: Type.Number(), lng: Type.Number() });

const Choice = Type.Object({ id: Type.String(), name: Type.String(), within: Type.String(), outlets: Type.Integer() });

/** Returns at most 20 matches of each kind. */
export const listTargetChoices = {
  method: 'GET',
  url: '/flights/target-choices',
  allowed: 'advertiser',
  tokenScope: 'campaigns:read',
  summary: 'List the customers, venues, outlets, venue types and states that can be targets',
  schema: {
    querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
    response: {
      200: Type.Object({
        customers: Type.Array(Choice),
        venues: Type.Array(Choice),
        outlets: Type.Array(Choice),
        /** All venue types, regardless of the search text. `id` is the stored word. */
        venue_types: Type.Array(Choice),
        states: Type.Array(Choice),
        /** Cities, and venues in service by name or address. Empty for a text of fewer than two characters. */
        places: Type.Array(Place),
      }),
    },
  },
} as const satisfies Endpoint;
