import * as Type from 'typebox';
import { KnownOn, RangeQuery, Role } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Issues a single-use URL for the PDF link, valid for 60 s and bound to session, customer, role and range
 * (docs/threat-model.md#e1). A statement has no `tz`: its days always use the contract's time zone.
 */
export const issuePrintTicket = {
  method: 'POST',
  url: '/list/print-ticket',
  allowed: 'data',
  tokenScope: 'none',
  summary: 'Create a single-use ticket for a PDF statement',
  schema: {
    body: Type.Object(
      {
        cid: Type.String({ minLength: 1, maxLength: 200 }),
        role: Role,
        start: RangeQuery.start,
        end: RangeQuery.end,
        from: RangeQuery.from,
        to: RangeQuery.to,
        /**
         * Limits the figures to events that had arrived by a past time, as in lists. Needs a range with a start. The
         * PDF mentions the time.
         */
        known_on: Type.Optional(KnownOn),
      },
      { additionalProperties: false },
    ),
    response: { 200: Type.Object({ ticket: Type.String(), url: Type.String() }) },
  },
} as const satisfies Endpoint;
