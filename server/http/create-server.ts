import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import createSelector from '@fastify/fast-json-stringify-compiler';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifySerializerCompiler, LogController } from 'fastify';
import { BACKGROUND_HEADER } from '#contract/background-requests.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { collapseLogLines } from '../lib/collapse-log-lines.ts';
import type { FairQueue } from '../lib/fair-queue.ts';
import { AppError } from './app-error.ts';
import { addCostlyRequests, createCostlyQueue } from './costly-requests.ts';
import { addErrorHandler } from './error-handler.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { validateStrictly } from './validate-strictly.ts';

/**
 * How long a body may take, or stall. A gateway on a slow connection may need a while for 5 MiB, but a stalled one must
 * not occupy a socket indefinitely (docs/threat-model.md#i4).
 */
const BODY_WITHIN_MS = 30_000;
/**
 * How long an upload may take on routes that accept large files: enough for a file with 200,000 lines on a slow
 * connection.
 */
const LONGEST_UPLOAD_MS = 20 * MINUTE_MS;

/**
 * Ends requests whose body does not arrive. The entire body must arrive within 30 seconds. On a route with
 * `isSlowUpload`, the body may not stall for that long or take more than 20 minutes.
 */
export function limitUploadTime(
  app: FastifyInstance,
  end: (socket: Socket) => void,
  bodyWithinMs = BODY_WITHIN_MS,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { socket } = raw;
    // Calls injected by tests have no socket.
    if (!(socket instanceof Socket)) return;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (length === '0' && coding === undefined) return;
    const endAt = performance.now() + (routeOptions.config.isSlowUpload === true ? LONGEST_UPLOAD_MS : 0);
    let seen = socket.bytesRead;
    const look = (): void => {
      if (raw.complete || raw.destroyed) return;
      // A rejected caller that keeps sending gets no extra time.
      const isOver = reply.raw.writableEnded || performance.now() >= endAt;
      if (isOver || socket.bytesRead === seen) end(socket);
      else timer = later(look, bodyWithinMs);
      seen = socket.bytesRead;
    };
    let timer = later(look, bodyWithinMs);
    raw.once('close', () => clearTimeout(timer));
  });
}

/**
 * Schedules a check, deferred so that after a stall of this process, data that arrived during the stall is read first.
 */
const later = (look: () => void, milliseconds: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(look), milliseconds).unref();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts files that take minutes on a slow connection. */
    isSlowUpload?: boolean;
  }
}

const compile = createSelector()();
const serializers = new WeakMap<object, ReturnType<typeof compile>>();

/**
 * Compiles the serializer for a response schema once, for all routes and statuses that use the schema. Each serializer
 * takes 30 kB, which added up to 30 MB for all routes' error responses. Cached per process, because tests start the app
 * many times.
 */
export const shareSerializers: FastifySerializerCompiler<unknown> = ({ httpStatus = '', schema, ...route }) => {
  const known = typeof schema === 'object' && schema !== null ? serializers.get(schema) : undefined;
  if (known !== undefined) return known;
  const serializer = compile({ ...route, httpStatus, schema: withPlainTypes(schema) });
  if (typeof schema === 'object' && schema !== null) serializers.set(schema, serializer);
  return serializer;
};

/**
 * Rewrites the schema with plain types for a choice of literals and for "this or null". A choice of schemas would need
 * a validator, which is compiled with the first response, takes up to 40 ms, and runs for each value.
 */
function withPlainTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withPlainTypes(part)]));
  const { anyOf: choices, ...rest } = parts;
  return Array.isArray(choices) ? { ...rest, ...plainType(choices) } : parts;
}

type Choice = { readonly type?: unknown; readonly const?: unknown; readonly enum?: readonly unknown[] };

function plainType(choices: readonly Choice[]): object {
  const own = choices.filter(({ type }) => type !== 'null');
  const [first] = own;
  const words = own.flatMap((choice) => choice.enum ?? [choice.const]);
  const isOne = own.length === 1 && typeof first?.type === 'string';
  if (!isOne && !words.every((word) => typeof word === 'string')) return { anyOf: choices };
  const plain = isOne ? first : { type: 'string' };
  return own.length < choices.length ? { ...plain, type: [plain.type, 'null'] } : plain;
}

/**
 * Headers that a request may have only once. If such a header is repeated, a proxy and this server might each use a
 * different value.
 */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding']);
/** Matches a name or IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[a-z0-9._-]*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/**
 * Rejects requests whose host is missing, repeated or malformed (RFC 9112, 3.2), and requests that repeat another
 * header of `SINGLE`.
 */
function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { host } = raw.headers;
    const isHostGood = host === undefined ? raw.httpVersion === '1.0' : HOST.test(host);
    if (isHostGood && !hasRepeated(raw.rawHeaders)) return;
    reply.header('Connection', 'close');
    throw new AppError('invalid', 'The request could not be read.');
  });
}

function hasRepeated(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}

/** The longest path part that a route accepts as a parameter. */
const LONGEST_PATH_PART = 200;
/** URL to which undecodable URLs are routed. No route is registered there. */
const NOWHERE = '/api/-';

/**
 * Normalizes a URL: single slashes, and no trailing slash on an API path, /metrics or /.well-known
 * (docs/decisions.md#contract, docs/threat-model.md#c4). Undecodable URLs get the same response as any other unknown
 * URL, with all headers.
 */
function normalUrl(url: string): string {
  const [path = '/', ...query] = url.split('?');
  if (!isReadable(path)) return NOWHERE;
  const single = path.replace(/\/{2,}/g, '/');
  const bare = /^\/(api\/.+|metrics|\.well-known\/.+)\/$/.test(single) ? single.replace(/\/+$/, '') : single;
  return query.length > 0 ? `${bare}?${query.join('?')}` : bare;
}

const isReadable = (path: string): boolean =>
  decoded(path) !== null && path.split('/').every((part) => part.length <= LONGEST_PATH_PART);

/**
 * Decodes a path; null if it is invalid. Callers must use the result, because the bundler removes a call whose result
 * is unused.
 */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

const RETRY_AFTER_SECONDS = 2;

/**
 * Rejects calls on open connections while the server is closing. Fastify's own 503 lacks this server's headers and does
 * not say when to retry, so the server sets `return503OnClosing: false`.
 */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    reply.header('connection', 'close');
    throw new AppError('unavailable', 'The server is restarting. Try again in a few seconds.', RETRY_AFTER_SECONDS);
  });
}

type ServerSettings = {
  readonly logLevel: string;
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string;
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  /**
   * Whether the server rejects requests when overloaded. Tests turn this off, because they may run on a busy machine.
   */
  readonly shedsLoad?: boolean;
  /** Defaults to a new queue. */
  readonly costlyWork?: FairQueue;
  /** Destination for log lines. Defaults to standard output. */
  readonly logTo?: { write(line: string): void };
};

const KIB = 1024;
/** How long pending requests may continue while the server is stopping. */
const LAST_ANSWERS_MS = 2_000;
/**
 * Paths that an overloaded server still serves. Monitoring needs a response, and outlets have their own limits. The web
 * client's files form a page that explains the situation and waits, instead of a line of JSON.
 */
const NEVER_SHED = /^\/api\/(healthz|readyz|ingest\/)|^\/(?!api\/)/;

/**
 * Creates a Fastify server with everything that all routes share: strict input, one error format, headers, limits, and
 * the log.
 */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const { hook, flush } = collapseLogLines();
  const app = Fastify({
    logger: {
      hooks: { logMethod: hook },
      level: settings.logLevel,
      redact: { paths: ['req.headers'], remove: true },
      // The logger's default output retries failed writes on exit, which can prevent the process from ever exiting.
      stream: settings.logTo ?? process.stdout,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: 64 * KIB,
    // A busy machine starts slowly. With the default limit of 10 seconds, the server would restart again and again.
    pluginTimeout: 0,
    // The upper limit for all routes. `limitUploadTime` sets each route's limit.
    requestTimeout: LONGEST_UPLOAD_MS + BODY_WITHIN_MS,
    keepAliveTimeout: 65_000,
    // This server itself responds to requests without a host, because Node's own response lacks this server's headers.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: LONGEST_PATH_PART },
    clientErrorHandler: answerUnreadable,
  });
  app.server.on('checkExpectation', ({ socket }) => answerUnreadable(UNKNOWN_EXPECTATION, socket));
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validateStrictly);
  app.setSerializerCompiler(shareSerializers);
  addErrorHandler(app);
  limitUploadTime(app, (socket) => answerUnreadable(TOO_SLOW, socket));
  addCostlyRequests(app, settings.costlyWork ?? createCostlyQueue());
  refuseUnguardedRoutes(app);
  addSecurityHeaders(app, settings);
  refuseWhileClosing(app);
  refuseAmbiguousRequests(app);
  await app.register(underPressure, {
    maxEventLoopDelay: settings.shedsLoad === false ? 0 : 3_000,
    pressureHandler: (request) => {
      if (NEVER_SHED.test(request.url)) return;
      throw new AppError('unavailable', 'The server is busy. Try again in a moment.', 2);
    },
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.max(1, Math.ceil(ttl / 1000));
      return new AppError('too-many', `Too many attempts. Try again in ${seconds} s.`, seconds);
    },
  });
  await app.register(compress, {
    globalDecompression: false,
    threshold: KIB,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 4 },
  });
  addOrigins(app, settings.allowedOrigins);
  addAccessLog(app);
  app.addHook('onClose', async () => flush());
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  });
  return app;
}

/**
 * Throws for an API route that does not declare who may call it, so that the server does not start
 * (docs/threat-model.md#c9).
 */
function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isDocumentation = /^\/api\/docs(\/|$)/.test(url);
    if (!url.startsWith('/api/') || isDocumentation || config?.allowed !== undefined) return;
    throw new Error(`${String(method)} ${url} does not say who is allowed to call it: register it with addRoute`);
  });
}

/** Allows web clients on the listed other origins. There is no wildcard (docs/threat-model.md#i1). */
function addOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': `Authorization, Content-Type, ${BACKGROUND_HEADER}`,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Expose-Headers': 'Retry-After, Content-Disposition',
      'Access-Control-Max-Age': '600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Origin',
    });
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
}

/**
 * Logs only values that cannot contain a secret: method, route pattern, status, time, reference, user
 * (docs/threat-model.md#i8).
 */
function addAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, id, caller } = request;
    const facts = {
      id,
      method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info({ ...facts, user: caller?.userId }, 'answered');
  });
}

const UNKNOWN_EXPECTATION = Object.assign(new Error('unsupported Expect header'), { code: 'EXPECTATION' });
const TOO_SLOW = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const UNREADABLE: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  EXPECTATION: ['417 Expectation Failed', 'The only supported value of Expect is 100-continue.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are larger than allowed.'],
};

/**
 * Responds to input that cannot be parsed as HTTP and therefore never reaches a route. Writes the response directly to
 * the socket and closes the connection (docs/threat-model.md#i6).
 */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, message] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'The request could not be read.'];
  const body = JSON.stringify({ error: { message } });
  const headers = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: no-referrer',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
