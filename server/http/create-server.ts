import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { BACKGROUND_HEADER } from '#contract/background-requests.ts';
import { collapseLogLines } from '../lib/collapse-log-lines.ts';
import type { FairQueue } from '../lib/fair-queue.ts';
import { AppError } from './app-error.ts';
import { addCostlyRequests, createCostlyQueue } from './costly-requests.ts';
import { addErrorHandler } from './error-handler.ts';
import { BODY_WITHIN_MS, LONGEST_UPLOAD_MS, limitUploadTime } from './limit-upload-time.ts';
import { LONGEST_PATH_PART, normalUrl } from './normal-url.ts';
import { refuseWhileClosing } from './refuse-while-closing.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { shareSerializers } from './share-serializers.ts';
import { refuseAmbiguousRequests } from './single-headers.ts';
import { validateStrictly } from './validate-strictly.ts';

type ServerSettings = {
  readonly logLevel: string;
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string;
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  /** Tests turn it off, because they may run on a busy machine. */
  readonly shedsLoad?: boolean;
  /** Default: a new queue. */
  readonly costlyWork?: FairQueue;
  /** Where log lines go instead of standard output. */
  readonly logTo?: { write(line: string): void };
};

const KIB = 1024;
/** How long pending requests may continue when the server stops. */
const LAST_ANSWERS_MS = 2_000;
/**
 * An overloaded server still answers these. Monitoring needs an answer, and outlets have limits of their own. The web
 * client's files make a page that explains and waits, instead of a line of JSON.
 */
const NEVER_SHED = /^\/api\/(healthz|readyz|ingest\/)|^\/(?!api\/)/;

/**
 * A Fastify server with everything that all routes share: strict input, one error shape, headers, limits, and the log.
 */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const { hook, flush } = collapseLogLines();
  const app = Fastify({
    logger: {
      hooks: { logMethod: hook },
      level: settings.logLevel,
      redact: { paths: ['req.headers'], remove: true },
      // The logger's own output retries failed writes when the process exits, and the process then never ends.
      stream: settings.logTo ?? process.stdout,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: 64 * KIB,
    // A busy machine starts slowly. With the default limit of ten seconds, it would restart again and again.
    pluginTimeout: 0,
    // The final limit. `limitUploadTime` sets the limit of each route.
    requestTimeout: LONGEST_UPLOAD_MS + BODY_WITHIN_MS,
    keepAliveTimeout: 65_000,
    // This server answers requests without a host itself, because Node's own answer lacks our headers.
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

/** Refuses to start with an API route that does not declare who may call it (docs/threat-model.md#c9). */
function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isDocumentation = /^\/api\/docs(\/|$)/.test(url);
    if (!url.startsWith('/api/') || isDocumentation || config?.allowed !== undefined) return;
    throw new Error(`${String(method)} ${url} does not say who is allowed to call it: register it with addRoute`);
  });
}

/** A web client on another origin must be listed. There is no wildcard (docs/threat-model.md#i1). */
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
 * Logs only what cannot carry a secret: method, route pattern, status, time, reference, user (docs/threat-model.md#i8).
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

const UNKNOWN_EXPECTATION = Object.assign(new Error('an Expect that is not 100-continue'), { code: 'EXPECTATION' });
const TOO_SLOW = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const UNREADABLE: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  EXPECTATION: ['417 Expectation Failed', 'Expect may only be 100-continue.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers are larger than allowed.'],
};

/**
 * Input that cannot be parsed as HTTP never reaches a route. The server writes the answer by hand and closes the
 * connection (docs/threat-model.md#i6).
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
