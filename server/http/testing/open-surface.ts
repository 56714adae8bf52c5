import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox';
import type { Endpoint } from '#contract/endpoint.ts';
import { USUAL_CURRENCY } from '#domain/currency.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { addAccessGuard } from '../access-guard.ts';
import { addRoute } from '../add-route.ts';
import { AppError } from '../app-error.ts';
import { createServer } from '../create-server.ts';
import { addOpenApi } from '../open-api.ts';
import { addWebFiles, type Brand } from '../web-files.ts';

export const PAGE = `<!doctype html><meta name="application-name" content="Voltboard" /><meta name="brand-color" content="#333964" /><meta name="currency" content="USD" /><title>Voltboard</title>${'<!-- -->'.repeat(300)}`;
export const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const ENGINE_TEXT = 'DB::Exception: SELECT password_hash FROM users';

const strict = { additionalProperties: false };
const echo = {
  method: 'POST',
  url: '/echo/:name',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Answers what it was sent',
  schema: {
    params: Type.Object({ name: Type.String({ maxLength: 50 }) }),
    querystring: Type.Object({ start: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$' })) }, strict),
    body: Type.Object({ email: Type.String({ maxLength: 100 }), count: Type.Optional(Type.Integer()) }, strict),
  },
} as const satisfies Endpoint;
/** A route whose connection is closed before the response. */
const left = {
  method: 'POST',
  url: '/left',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'A route',
  schema: {},
} as const satisfies Endpoint;
const get = (url: string, allowed: Endpoint['allowed']) =>
  ({
    method: 'GET',
    url,
    allowed,
    tokenScope: 'system:read',
    summary: 'A route',
    schema: {},
  }) as const satisfies Endpoint;

/**
 * Opens a server with one route of each kind, small web files, and accounts. Tokens: `admin`, `owner` (without a
 * customer), and `manager` and `viewer` of one owner.
 */
export async function openSurface(
  settings: Partial<Parameters<typeof createServer>[0]> = {},
  brand: Partial<Brand> & Pick<Brand, 'currency'> = { currency: USUAL_CURRENCY },
) {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets/app-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app-abc.js.br'), brotliCompressSync(SCRIPT));
  const app = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    allowedOrigins: [],
    publicUrl: 'http://localhost:4000',
    mapStyleUrl: '',
    googleMapsKey: '',
    ...settings,
  });
  addAccessGuard(app, async (token) => {
    if (token === 'manager' || token === 'viewer')
      return { ...UNREMARKABLE, userId: token, sessionId: token, role: 'property', standing: token, customer: HOTEL };
    if (token !== 'admin' && token !== 'owner')
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    const role = token === 'admin' ? 'admin' : 'unassigned';
    return { userId: token, sessionId: token, role, customer: null, ...UNREMARKABLE };
  });
  await addOpenApi(app, 'http://localhost:4000', '1.2.3');
  await app.register(addRoutes, { prefix: '/api' });
  await addWebFiles(app, folder, { brandColor: '#333964', networkName: 'Voltboard', ...brand });
  await app.ready();
  const close = async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  };
  return { app, folder, close };
}

const HOTEL = { id: 'hotel', key: 1, name: 'Hotel' };
const UNREMARKABLE = {
  email: '',
  viewer: null,
  isFresh: true,
  isDemo: false,
  mustSetUpSecondFactor: false,
  standing: 'manager',
  token: null,
} as const;

async function addRoutes(api: FastifyInstance): Promise<void> {
  addRoute(api, echo, (request) => ({ ...request.body, ...request.query, ...request.params }));
  addRoute(api, get('/open', 'anyone'), () => ({ ok: true }));
  addRoute(api, left, async (request) => {
    await once(request.raw.socket.destroy(), 'close');
    return { text: 'many words '.repeat(1_000) };
  });
  addRoute(api, get('/large', 'anyone'), () => ({ text: 'many words '.repeat(1_000) }));
  addRoute(api, get('/mine', 'session'), (request) => ({ user: request.caller?.userId }));
  addRoute(api, get('/figures', 'data'), () => ({ figures: true }));
  addRoute(api, get('/outlets', 'property'), () => ({ outlets: true }));
  addRoute(api, { ...get('/payout', 'property-manager'), method: 'PATCH' }, () => ({ payout: true }));
  addRoute(api, get('/office', 'admin'), () => ({ office: true }));
  addRoute(api, get('/crash', 'anyone'), () => {
    throw new Error(ENGINE_TEXT);
  });
  addRoute(api, get('/silent', 'anyone'), () => {
    throw Object.assign(new Error(ENGINE_TEXT), { code: 'ECONNREFUSED' });
  });
  addRoute(api, get('/address', 'anyone'), (request) => ({ address: request.ip }));
  addRoute(api, get('/wait', 'anyone'), () => {
    throw new AppError('too-many', 'Wait a little.', 7);
  });
  addRoute(api, { ...get('/limited', 'anyone') }, () => ({ ok: true }), {
    rateLimit: { max: 2, timeWindow: MINUTE_MS },
  });
}
