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

/** Puts a request ahead of costly answers until its own answer is sent or its caller is gone. */
const goFirst: onRequestHookHandler = (_request, reply, done) => {
  finished(reply.raw, beginUrgentWork());
  done();
};

type Of<Schema> = Schema extends Type.TSchema ? Type.Static<Schema> : unknown;
type Part<E extends Endpoint, Name extends keyof E['schema']> = Of<E['schema'][Name]>;

/** The request of an endpoint, typed by its schemas. */
export type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: Part<E, 'params'>;
  Querystring: Part<E, 'querystring'>;
  Body: Part<E, 'body'>;
}>;

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Statuses that an endpoint can return beside its own, by who is allowed. Its description lists them. */
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
/** How a caller authenticates. For an API token, also the scope that it needs. */
const securityOf = ({ allowed, tokenScope }: Endpoint): readonly Record<string, readonly string[]>[] =>
  SECURITY[allowed] ?? [
    { session: [] },
    ...(tokenScope === 'none' ? [] : [{ apiToken: tokenScope === 'any' ? [] : [tokenScope] }]),
  ];

const STEP_UP =
  'Asks a session for a fresh confirmation: 401 with the code `fresh_login` until POST /api/auth/confirm.';

type RouteLimits = {
  /** Calls per address in a window of milliseconds. Further calls get 429. */
  readonly rateLimit?: { readonly max: number; readonly timeWindow: number };
  /** Bytes. Default: 64 KiB. */
  readonly bodyLimit?: number;
  /** The body may take minutes as long as it does not stall. */
  readonly isSlowUpload?: boolean;
  /** Reads much or takes long. Each account runs two such requests at once. Others wait in a fair queue. */
  readonly isCostly?: boolean;
  /**
   * Returns a file. The request waits for an unavailable store, because a retry costs a person more than a few seconds.
   */
  readonly isExport?: true | ((request: FastifyRequest) => boolean);
};

/** Registers an endpoint of the contract: its schema, the guard for its `allowed`, and its description. */
export function addRoute<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (request: RequestOf<E>, reply: FastifyReply) => unknown,
  { rateLimit, bodyLimit, isCostly, isExport, isSlowUpload }: RouteLimits = {},
): void {
  const { method, url, allowed, tokenScope, stepUp, summary, schema, documented } = endpoint;
  const guard = guardFor(endpoint);
  // If a part of the address is empty or too long, no route matches it.
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

/** The format that a request selects, where there is a choice. */
export const formatOf = ({ query }: FastifyRequest): string | undefined =>
  (query as { readonly format?: string }).format;

/** From here on, reads wait for an unavailable store. This includes the guard. */
const waitPatiently =
  (isExport: NonNullable<RouteLimits['isExport']>): onRequestHookHandler =>
  (request, _reply, done) => {
    if (isExport === true || isExport(request)) callWithRetries({ times: EXPORT_RETRY, report: () => undefined }, done);
    else done();
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The authorization matrix reads it. */
    allowed?: Allowed;
    /** The scope that an API token needs. The authorization matrix and the scope tests read it. */
    tokenScope?: Endpoint['tokenScope'];
    /** Whether a session needs a recent confirmation. */
    stepUp?: true;
    /** What the description adds to the schemas. */
    documented?: NonNullable<Endpoint['documented']>;
  }
}
