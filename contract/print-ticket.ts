import * as Type from 'typebox';
import { KnownOn, RangeQuery, Role } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * A single-use address for the PDF link, valid 60 s, bound to session, customer, role and range (docs/threat-model.md#e1).
 * A statement knows no `tz`: its days are always those of the contract.
 */
export const issuePrintTicket = {
  method: 'POST',
  url: '/list/print-ticket',
  allowed: 'data',
  summary: 'Issue the single-use ticket of a PDF statement',
  schema: {
    body: Type.Object(
      {
        cid: Type.String({ minLength: 1, maxLength: 200 }),
        role: Role,
        start: RangeQuery.start,
        end: RangeQuery.end,
        from: RangeQuery.from,
        to: RangeQuery.to,
        /** As in lists: what had arrived by a past instant, of a range with a beginning. The paper says so. */
        known_on: Type.Optional(KnownOn),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ ticket: Type.String(), url: Type.String() }) },
  },
} as const satisfies Endpoint;
