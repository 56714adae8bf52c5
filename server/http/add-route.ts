import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import * as Type from 'typebox';
import { Failure } from '#contract/common.ts';
import type { Allowed, Endpoint } from '#contract/endpoint.ts';
import { callWithRetries, EXPORT_RETRY } from '#event-store/retry-steps.ts';
import { beginUrgentWork } from '../lib/urgent-work.ts';
import { guardFor } from './access-guard.ts';
import { waitForTurn } from './costly-requests.ts';
import { stepUpGuard } from './fresh-login.ts';

/** Gives a request priority over costly ones until its response is sent or its caller has disconnected. */
const goFirst: onRequestHookHandler = (_request, reply, done) => {
  finished(reply.raw, beginUrgentWork());
  done();
};

type Of<Schema> = Schema extends Type.TSchema ? Type.Static<Schema> : unknown;
type Part<E extends Endpoint, Name extends keyof E['schema']> = Of<E['schema'][Name]>;

/** An endpoint's request, typed by its schemas. */
export type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: Part<E, 'params'>;
  Querystring: Part<E, 'querystring'>;
  Body: Part<E, 'body'>;
}>;

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Error statuses that an endpoint can return, by the callers that it allows. They appear in the API description. */
const FAILURES: Readonly<Record<Allowed, readonly number[]>> = {
  anyone: [400, 401, 403, 413, 415, 429, 500, 503],
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
const SECURITY: Readonly<Partial<Record<Allowed, readonly Record<string, []>[]>>> = {
  anyone: [],
  'outlet-key': [{ outletKey: [] }],
  'print-ticket': [],
  'metrics-token': [{ metricsToken: [] }],
};
/** Returns how a caller authenticates, including the required scope of an API token. */
const securityOf = ({ allowed, tokenScope }: Endpoint): readonly Record<string, readonly string[]>[] =>
  SECURITY[allowed] ?? [
    { session: [] },
    ...(tokenScope === 'none' ? [] : [{ apiToken: tokenScope === 'any' ? [] : [tokenScope] }]),
  ];

const STEP_UP =
  'Requires a recent confirmation of the session: 401 with the code `fresh_login` until POST /api/auth/confirm.';

type RouteLimits = {
  /** Maximum calls per address within a time window in milliseconds. Further calls get 429. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number };
  /** Maximum size of the body in bytes. Defaults to 64 KiB. */
  readonly bodyLimit?: number;
  /** Whether the body may take minutes, as long as it does not stall. */
  readonly isSlowUpload?: boolean;
  /**
   * Whether the request reads a lot or takes long. Each account can run two such requests concurrently; its other
   * requests wait in a fair queue.
   */
  readonly isCostly?: boolean;
  /**
   * Whether the response is a file. If so, the request waits while a store is unavailable, because a manual retry would
   * cost the user more time than the wait.
   */
  readonly isExport?: true | ((request: FastifyRequest) => boolean);
};

/** Registers an endpoint from the contract: its schema, the guard for its `allowed`, and its API description. */
export function addRoute<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (request: RequestOf<E>, reply: FastifyReply) => unknown,
  { rateLimit, bodyLimit, isCostly, isExport, isSlowUpload }: RouteLimits = {},
): void {
  const { method, url, allowed, tokenScope, stepUp, summary, schema, documented } = endpoint;
  const guard = guardFor(endpoint);
  // If a part of the path is empty or too long, no route matches, so the endpoint may return 404.
  const statuses = url.includes(':') ? [...FAILURES[allowed], 404] : FAILURES[allowed];
  const failures = Object.fromEntries(statuses.map((status) => [status, Failure]));
  app.route({
    method,
    url,
    config: {
      allowed,
      tokenScope,
      ...(stepUp ? { stepUp } : {}),
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
      ...(stepUp ? { description: STEP_UP } : {}),
      security: securityOf(endpoint),
    },
    onRequest: [
      ...(allowed === 'outlet-key' ? [goFirst] : []),
      ...(isExport ? [waitPatiently(isExport)] : []),
      ...(guard ? [guard] : []),
    ],
    preHandler: [...(stepUp ? [stepUpGuard] : []), ...(isCostly ? [waitForTurn] : [])],
    handler: async (request, reply) => handler(request as RequestOf<E>, reply),
  });
}

/** Returns the format that a request selects, if there is a choice. */
export const formatOf = ({ query }: FastifyRequest): string | undefined =>
  (query as { readonly format?: string }).format;

/** Returns a hook after which reads wait for an unavailable store. The guard's reads wait as well. */
const waitPatiently =
  (isExport: NonNullable<RouteLimits['isExport']>): onRequestHookHandler =>
  (request, _reply, done) => {
    if (isExport === true || isExport(request)) callWithRetries({ times: EXPORT_RETRY, report: () => undefined }, done);
    else done();
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that the route allows. Read by the authorization matrix. */
    allowed?: Allowed;
    /** The scope that an API token needs. Read by the authorization matrix and the scope tests. */
    tokenScope?: Endpoint['tokenScope'];
    /** Whether a session needs a recent confirmation. */
    stepUp?: true;
    /** The parts that the API description adds to the schemas. */
    documented?: NonNullable<Endpoint['documented']>;
  }
}
