import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/**
 * Changes since the last message, or `all` if the changes are unknown. The browser refetches the affected data that it
 * shows.
 */
export const LiveMessage = Type.Object({
  customers: Type.Array(Type.String()),
  euis: Type.Array(Type.String()),
  all: Type.Optional(Type.Literal(true)),
});
export type LiveMessage = Type.Static<typeof LiveMessage>;

/**
 * Server-sent events: `change` with a `LiveMessage`, at most one per second; `ping` every 15 s. Each account may have
 * 20 streams per process. When an account opens another stream, the oldest one ends with `retry`, the number of
 * milliseconds to wait before reconnecting (docs/threat-model.md#i19).
 */
export const liveChanges = {
  method: 'GET',
  url: '/list/live',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Stream live changes in scope (server-sent events)',
  schema: {},
  documented: {
    response: {
      200: Type.String({
        description:
          'An endless text/event-stream. If an account opens more than 20, the oldest ends with a retry field',
      }),
    },
  },
} as const satisfies Endpoint;
