import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as Type from 'typebox';
import { Failure } from '#contract/common.ts';
import type { Allowed, Endpoint } from '#contract/endpoint.ts';
import { guardFor, isForPeople } from './access-guard.ts';

type Of<Schema> = Schema extends Type.TSchema ? Type.Static<Schema> : unknown;
type Part<E extends Endpoint, Name extends keyof E['schema']> = Of<E['schema'][Name]>;

/** The request of an endpoint, with the types of its schemas. */
export type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: Part<E, 'params'>;
  Querystring: Part<E, 'querystring'>;
  Body: Part<E, 'body'>;
}>;

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Statuses an endpoint can answer beside its own, by who is allowed: they are part of its description. */
const FAILURES: Readonly<Record<Allowed, readonly number[]>> = {
  anyone: [400, 401, 413, 415, 429, 500, 503],
  session: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  data: [400, 401, 403, 404, 413, 415, 429, 500, 503],
  manager: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  advertiser: [400, 401, 403, 404, 413, 415, 429, 500, 503],
  'advertiser-manager': [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  property: [400, 401, 403, 404, 413, 415, 429, 500, 503],
  'property-manager': [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  admin: [400, 401, 403, 404, 409, 413, 415, 429, 500, 503],
  'outlet-key': [400, 401, 403, 413, 415, 429, 500, 503],
  'print-ticket': [400, 401, 403, 404, 429, 500, 503],
  'metrics-token': [400, 401, 404, 500, 503],
};
const SECURITY: Readonly<Record<Allowed, readonly Record<string, []>[]>> = {
  anyone: [],
  session: [{ session: [] }, { apiToken: [] }],
  data: [{ session: [] }, { apiToken: [] }],
  manager: [{ session: [] }, { apiToken: [] }],
  advertiser: [{ session: [] }, { apiToken: [] }],
  'advertiser-manager': [{ session: [] }, { apiToken: [] }],
  property: [{ session: [] }, { apiToken: [] }],
  'property-manager': [{ session: [] }, { apiToken: [] }],
  admin: [{ session: [] }, { apiToken: [] }],
  'outlet-key': [{ outletKey: [] }],
  'print-ticket': [],
  'metrics-token': [{ metricsToken: [] }],
};

type RouteLimits = {
  /** Calls of one address in a window of milliseconds; more are answered 429. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number };
  /** Bytes; 64 KiB unless given. */
  readonly bodyLimit?: number;
  /** The body may take minutes as long as it does not rest. */
  readonly isSlowUpload?: boolean;
};

/** Registers an endpoint of the contract: its schema, the guard that its `allowed` asks for, its description. */
export function addRoute<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (request: RequestOf<E>, reply: FastifyReply) => unknown,
  { rateLimit, bodyLimit, isSlowUpload }: RouteLimits = {},
): void {
  const { method, url, allowed, summary, schema, documented } = endpoint;
  const guard = guardFor(allowed);
  // A part of the address that is empty or too long leads to no route.
  const statuses = url.includes(':') ? [...FAILURES[allowed], 404] : FAILURES[allowed];
  const failures = Object.fromEntries(statuses.map((status) => [status, Failure]));
  app.route({
    method,
    url,
    config: {
      allowed,
      ...(documented ? { documented } : {}),
      ...(rateLimit ? { rateLimit } : {}),
      ...(isSlowUpload ? { isSlowUpload } : {}),
    },
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    schema: {
      querystring: NOTHING,
      ...schema,
      response: { ...failures, ...schema.response },
      summary,
      tags: [url.split('/')[1] ?? 'other'],
      security: isForPeople(app.prefix + url)
        ? SECURITY[allowed].filter((way) => !('apiToken' in way))
        : SECURITY[allowed],
    },
    ...(guard ? { onRequest: guard } : {}),
    handler: async (request, reply) => handler(request as RequestOf<E>, reply),
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; the authorisation matrix reads it. */
    allowed?: Allowed;
    /** What the description says beside the schemas. */
    documented?: NonNullable<Endpoint['documented']>;
  }
}
