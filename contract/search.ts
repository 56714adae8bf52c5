import * as Type from 'typebox';
import { DocumentKind, DocumentTitle } from './documents.ts';
import type { Endpoint } from './endpoint.ts';

export const SearchHits = Type.Object({
  customers: Type.Array(Type.Object({ id: Type.String(), customer: Type.String(), kind: Type.String() })),
  outlets: Type.Array(
    Type.Object({ eui: Type.String(), label: Type.String(), customer: Type.String(), venue: Type.String() }),
  ),
  venues: Type.Array(Type.Object({ id: Type.String(), venue: Type.String(), customer: Type.String() })),
  /**
   * Absent for an owner, who has no access to campaigns. `flight` is the name and code of the matching flight, or
   * empty if the campaign matches.
   */
  campaigns: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        campaign: Type.String(),
        flight: Type.String(),
        advertiser: Type.String(),
        advertiser_id: Type.String(),
      }),
    ),
  ),
  /** Only for administrators. */
  users: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }))),
  /** Available statement PDFs, each for a customer and a calendar month (`2026-10`). */
  statements: Type.Array(
    Type.Object({ customer_id: Type.String(), customer: Type.String(), kind: Type.String(), month: Type.String() }),
  ),
  /** Final statements and invoices with the number that was entered. Empty if the text is not a number. */
  documents: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: DocumentKind,
      title: DocumentTitle,
      /** For example `I-000012`. */
      number: Type.String(),
      month: Type.String(),
      customer: Type.String(),
    }),
  ),
});
export type SearchHits = Type.Static<typeof SearchHits>;

export const search = {
  method: 'GET',
  url: '/list/search',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary:
    'Search customers, outlets, venues, campaigns, statements and users in scope by text, and documents by number; at most 10 each',
  schema: {
    querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
    response: { 200: SearchHits },
  },
} as const satisfies Endpoint;
