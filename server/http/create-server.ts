import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { UNATTENDED_HEADER } from '#contract/unattended.ts';
import { AppError } from './app-error.ts';
import { addErrorHandler } from './error-handler.ts';
import { BODY_WITHIN_MS, LONGEST_UPLOAD_MS, limitUploadTime } from './limit-upload-time.ts';
import { LONGEST_PATH_PART, normalUrl } from './normal-url.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { shareSerializers } from './share-serializers.ts';
import { validateStrictly } from './validate-strictly.ts';

type ServerSettings = {
  readonly logLevel: string;
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string;
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  /** Tests on a busy machine turn it off. */
  readonly shedsLoad?: boolean;
  /** Where log lines go instead of standard output. */
  readonly logTo?: { write(line: string): void };
};

const KIB = 1024;
/** How long requests that are being answered may go on when the server stops. */
const LAST_ANSWERS_MS = 2_000;
/**
 * Answered even by a server that has too much to do: what watches it, outlets, which have limits of their own, and the web
 * client's files, without which a reader would see a line of JSON instead of a page that says so and waits.
 */
const NEVER_SHED = /^\/api\/(healthz|readyz|ingest\/)|^\/(?!api\/)/;

/** A Fastify server with everything that is the same for all routes: strict input, one error shape, headers, limits, log. */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: settings.logLevel,
      redact: { paths: ['req.headers'], remove: true },
      // Its own way to the output writes what cannot be written again and again when the process ends, which then never does.
      stream: settings.logTo ?? process.stdout,
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: 64 * KIB,
    // A machine that is busy starts slowly; ended after ten seconds, which is the default, it would begin again and again.
    pluginTimeout: 0,
    // The last bound; `limitUploadTime` sets the one of each route.
    requestTimeout: LONGEST_UPLOAD_MS + BODY_WITHIN_MS,
    keepAliveTimeout: 65_000,
    // Without a host it is answered here: Node's own answer has none of our headers.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PATH_PART },
    clientErrorHandler: answerUnreadable,
  });
  app.server.on('checkExpectation', ({ socket }) => answerUnreadable(UNKNOWN_EXPECTATION, socket));
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validateStrictly);
  app.setSerializerCompiler(shareSerializers);
  addErrorHandler(app);
  limitUploadTime(app, (socket) => answerUnreadable(TOO_SLOW, socket));
  refuseUnguardedRoutes(app);
  addSecurityHeaders(app, settings);
  refuseHostless(app);
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
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS).unref();
  });
  return app;
}

/** An API route that does not say who may call it is a mistake that must not start (docs/threat-model.md#c9). */
function refuseUnguardedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isDocumentation = /^\/api\/docs(\/|$)/.test(url);
    if (!url.startsWith('/api/') || isDocumentation || config?.allowed !== undefined) return;
    throw new Error(`${String(method)} ${url} does not say who is allowed to call it: register it with addRoute`);
  });
}

/** HTTP/1.1 asks for a host. */
function refuseHostless(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return;
    reply.header('Connection', 'close');
    throw new AppError('invalid', 'The request could not be read.');
  });
}

/** A web client served from elsewhere needs its origin listed; there is no wildcard (docs/threat-model.md#i1). */
function addOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': `Authorization, Content-Type, ${UNATTENDED_HEADER}`,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Expose-Headers': 'Retry-After, Content-Disposition',
      'Access-Control-Max-Age': '600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Origin',
    });
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
}

/** Only what cannot carry a secret: method, route pattern, status, time, reference, user (docs/threat-model.md#i8). */
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

/** What cannot be parsed as HTTP never reaches a route: answered by hand, then the connection ends (docs/threat-model.md#i6). */
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
