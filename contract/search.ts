import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

export const SearchHits = Type.Object({
  customers: Type.Array(Type.Object({ id: Type.String(), customer: Type.String(), kind: Type.String() })),
  outlets: Type.Array(Type.Object({ eui: Type.String(), customer: Type.String(), venue: Type.String() })),
});
export type SearchHits = Type.Static<typeof SearchHits>;

export const search = {
  method: 'GET',
  url: '/list/search',
  allowed: 'data',
  summary: 'Customers by name and outlets by EUI or venue, within the scope; at most 10 each',
  schema: {
    querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
    response: { 200: SearchHits },
  },
} as const satisfies Endpoint;
