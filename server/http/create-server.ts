import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { addErrorHandler } from './error-handler.ts';
import { normalUrl } from './normal-url.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { validateStrictly } from './validate-strictly.ts';

type ServerSettings = {
  readonly logLevel: string;
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly publicUrl: string;
  readonly mapStyleUrl: string;
};

const KIB = 1024;

/** A Fastify server with everything that is the same for all routes: strict input, one error shape, headers, limits, log. */
export async function createServer(settings: ServerSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: settings.logLevel, redact: { paths: ['req.headers'], remove: true } },
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }) => normalUrl(url ?? '/'),
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    bodyLimit: 64 * KIB,
    // A gateway on a slow line may need a while for 5 MiB; a stalled one must not hold a socket for ever (security I4).
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  app.server.headersTimeout = 10_000;
  app.setValidatorCompiler(validateStrictly);
  addErrorHandler(app);
  await addSecurityHeaders(app, settings);
  await app.register(underPressure, {
    maxEventLoopDelay: 3_000,
    pressureHandler: () => {
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
  return app;
}

/** A web client served from elsewhere needs its origin listed; there is no wildcard (security I1). */
function addOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      Vary: 'Origin',
    });
    if (request.method === 'OPTIONS') await reply.status(204).send();
  });
}

/** Only what cannot carry a secret: method, route pattern, status, time, reference, user (security I8). */
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
