import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Failure } from '#contract/common.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createServer } from './create-server.ts';
import { openSurface, PAGE, SCRIPT } from './testing/open-surface.ts';
import { SECURITY_HEADERS, spellingsOf, UNREADABLE_ADDRESSES } from './testing/surface-facts.ts';

let surface: Awaited<ReturnType<typeof openSurface>>;
beforeAll(async () => {
  surface = await openSurface({ allowedOrigins: ['https://app.example.com'] });
});
afterAll(() => surface.close());

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PATCH';
type Call = { method?: Method; headers?: Record<string, string>; payload?: string | object };
const call = (url: string, options: Call = {}) => surface.app.inject({ url, ...options });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const messageOf = (answer: { json<Body>(): Body }) => answer.json<Failure>().error.message;

describe('headers', () => {
  test.each<[string, string, Call, number, string]>([
    ['an answer', '/api/open', {}, 200, 'no-store'],
    ['an answer to HEAD', '/api/open', { method: 'HEAD' }, 200, 'no-store'],
    ['bad input', '/api/open?x=1', {}, 400, 'no-store'],
    ['a missing sign-in', '/api/mine', {}, 401, 'no-store'],
    ['a missing right', '/api/office', bearer('owner'), 403, 'no-store'],
    ['an unknown address', '/api/nowhere', {}, 404, 'no-store'],
    ...UNREADABLE_ADDRESSES.map((url): [string, string, Call, number, string] => [
      url.slice(0, 30),
      ...([url, {}, 404, 'no-store'] as const),
    ]),
    [
      'a form',
      '/api/echo/a',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' },
      415,
      'no-store',
    ],
    ['a failure', '/api/crash', {}, 500, 'no-store'],
    ['the page', '/', {}, 200, 'no-cache'],
    ['a hashed file', '/assets/app-abc.js', {}, 200, 'public, max-age=31536000, immutable'],
    ['a missing file', '/assets/app-old.js', {}, 404, 'no-store'],
    ['the readable description', '/api/docs', {}, 200, 'no-store'],
    ['the readable description with a question', '/api/docs?a', {}, 200, 'no-store'],
    ['what only begins like it', '/api/docsomething', {}, 404, 'no-store'],
    ['the description', '/api/openapi.json', {}, 200, 'no-store'],
  ])('%s has all of them', async (_name, url, options, status, caching) => {
    const { statusCode, headers } = await call(url, options);
    expect({ statusCode, caching: headers['cache-control'] }).toEqual({ statusCode: status, caching });
    const policy = SECURITY_HEADERS['content-security-policy'];
    // A third-party page, which writes markup.
    const expected = /^\/api\/docs(\?|$)/.test(url) ? policy.replace(/;require-trusted-types-for.*/, '') : policy;
    expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': expected });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('an installation behind https makes browsers keep using it', async () => {
    const secure = await openSurface({ publicUrl: 'https://outlets.example.com' });
    const { headers } = await secure.app.inject('/api/open');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });

  test('only a listed origin may read answers, and no other origin is mentioned', async () => {
    const from = (origin: string, method: Method = 'GET') => call('/api/open', { method, headers: { origin } });
    expect((await from('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    const listed = await from('https://app.example.com', 'OPTIONS');
    expect([listed.statusCode, listed.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://app.example.com',
    ]);
    expect(listed.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('only the Google Maps page names the hosts of Google Maps, and only if a key is set', async () => {
    const maps = ['/app/maps/google', '/app/maps/google/', '/app/maps/google?x=1'];
    const others = [
      ...['/', '/admin', '/admin/users', '/app/main/dashboard', '/login', '/app/maps', '/app/maps/vector'],
      ...[
        '/app/maps/google/x',
        '/app/maps/googlex',
        '/x/app/maps/google',
        '/?/app/maps/google',
        '/login?/app/maps/google',
      ],
      ...['/api/open', '/api/nothing', '/api/docs', '/assets/app-abc.js', '/app/maps/../../admin'],
      '/app/maps/%67oogle',
    ];
    const policiesOf = async (googleMapsKey: string, urls: readonly string[]) => {
      const { app, close } = await openSurface({ googleMapsKey });
      const found = [];
      for (const method of ['GET', 'HEAD'] as const) {
        for (const url of urls) found.push((await app.inject({ url, method })).headers['content-security-policy']);
      }
      await close();
      return found.map(String);
    };
    for (const policy of await policiesOf('', [...maps, ...others])) expect(policy).not.toContain('google');
    for (const policy of await policiesOf('AIza-sample', others)) {
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('google');
    }
    for (const policy of await policiesOf('AIza-sample', maps)) {
      expect(policy).toContain("script-src 'self' https://maps.googleapis.com");
      expect(policy).not.toContain('unsafe-eval');
      expect(policy).toContain("require-trusted-types-for 'script'");
    }
  });
});

describe('addresses', () => {
  test.each(spellingsOf('/api/mine'))('%s is the same guarded route, for GET and HEAD', async (url) => {
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await call(url, { method })).statusCode).toBe(401);
      expect((await call(url, { method, ...bearer('owner') })).statusCode).toBe(200);
    }
  });

  test.each<[string, Method, number]>([
    ['/api/open', 'POST', 404],
    ['/api/open', 'PUT', 404],
    ['/api/open', 'DELETE', 404],
    ['/api/open', 'PATCH', 404],
    ['/api/open', 'OPTIONS', 404],
    ['/api', 'GET', 404],
    ['/api/', 'GET', 404],
    ['/api/%6dine', 'GET', 401],
    ['/api/mine%2f', 'GET', 404],
    ['/api/mine;x', 'GET', 404],
  ])('%s by %s returns %i', async (url, method, status) => {
    const answer = await call(url, { method });
    expect(answer.statusCode).toBe(status);
    expect(messageOf(answer)).toBeTruthy();
  });

  const PLAIN = {
    logLevel: 'silent',
    trustProxy: [],
    allowedOrigins: [],
    publicUrl: 'http://x',
    mapStyleUrl: '',
    googleMapsKey: '',
  } as const;

  test('a machine so busy that the start takes a minute still starts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const app = await createServer(PLAIN);
      await app.register(async () => void (await vi.advanceTimersByTimeAsync(MINUTE_MS)));
      await app.ready();
      await app.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('rejects an API route that does not declare who may call it', async () => {
    const app = await createServer(PLAIN);
    expect(() => app.get('/api/forgotten', async () => 'secret')).toThrow(/does not say who is allowed/);
    await app.close();
  });
});

describe('input (docs/threat-model.md#principles)', () => {
  const send = (payload: string | object, url = '/api/echo/a', type = 'application/json') =>
    call(url, { method: 'POST', payload, headers: { 'content-type': type } });

  test('accepts valid input unchanged', async () => {
    const answer = await send({ email: ' Ünïcode 🔌 ', count: 2 }, '/api/echo/a?start=1');
    expect(answer.json()).toEqual({ email: ' Ünïcode 🔌 ', count: 2, start: '1', name: 'a' });
  });

  test.each<[string, string | object, string?]>([
    ['an unknown field', { email: 'a', role: 'admin' }],
    ['a number for a text', { email: 5 }],
    ['a list for a text', { email: ['a'] }],
    ['a text for a number', { email: 'a', count: '2' }],
    ['a fraction for a whole number', { email: 'a', count: 1.5 }],
    ['null', { email: null }],
    ['a missing field', {}],
    ['no object', '5'],
    ['broken JSON', '{"email":'],
    ['no body', ''],
    ['a NUL', '{"email":"a\\u0000b"}'],
    ['half a surrogate pair', '{"email":"\\ud800"}'],
    ['too many characters', { email: 'x'.repeat(101) }],
    ['a prototype key', '{"email":"a","__proto__":{"admin":true}}'],
    ['a constructor key', '{"email":"a","constructor":{"prototype":{"admin":true}}}'],
    ['an endless number', { email: 'a' }, '/api/echo/a?start=1e400'],
    ['a number past 64 bits', { email: 'a' }, '/api/echo/a?start=9223372036854775807'],
    ['a negative number', { email: 'a' }, '/api/echo/a?start=-1'],
    ['a parameter twice', { email: 'a' }, '/api/echo/a?start=1&start=2'],
    ['an unknown parameter', { email: 'a' }, '/api/echo/a?debug=1'],
    ['a NUL in the address', { email: 'a' }, '/api/echo/a%00b'],
  ])('%s is 400 with a reason and without engine text', async (_name, payload, url) => {
    const answer = await send(payload, url);
    expect(answer.statusCode).toBe(400);
    expect(messageOf(answer)).toMatch(/^(In the (body|query|address): .+\.|The request could not be read\. .+)$/);
  });

  test.each([
    ['application/x-www-form-urlencoded', 'email=a', 415],
    ['text/plain', '{"email":"a"}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    ['application/json', `{"email":"${'x'.repeat(70_000)}"}`, 413],
  ])('rejects %s where required', async (type, payload, status) => {
    expect((await send(payload, '/api/echo/a', type)).statusCode).toBe(status);
  });
});

describe('failures', () => {
  test('an unexpected failure reveals only a reference', async () => {
    const answer = await call('/api/crash');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      error: { message: 'Something went wrong', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  test('a store that does not answer is 503 with a time to wait', async () => {
    const answer = await call('/api/silent');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(messageOf(answer)).toBe('The server is busy. Try again in a moment.');
  });

  test('a rejection keeps its message and its time to wait', async () => {
    const answer = await call('/api/wait');
    expect([answer.statusCode, answer.headers['retry-after'], messageOf(answer)]).toEqual([429, '7', 'Wait a little.']);
  });

  test('calls beyond a limit are 429 with a time to wait', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await call('/api/limited')).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect(Number((await call('/api/limited')).headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('files and compression', () => {
  test.each(['/', '/login', '/app/main/dashboard', '/app/ecommerce/product/3?x=1', '/app/locate/'])(
    '%s is the page',
    async (url) => {
      const answer = await call(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    },
  );

  test.each<[string, Call]>([
    ['/app/main', { method: 'POST' }],
    ['/login', { headers: { accept: 'application/json' } }],
    ['/missing.js', {}],
    ['/assets/app-abc.js.br', {}],
    ['/..%2f..%2fetc%2fpasswd.txt', {}],
    ['/assets', { headers: { accept: 'image/*' } }],
    ['/.env', {}],
  ])('%s with %o is not the page', async (url, options) => {
    expect((await call(url, options)).statusCode).toBe(404);
  });

  test('serves files in the form that the build prepared', async () => {
    const answer = await call('/assets/app-abc.js', { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT);
    expect((await call('/assets/app-abc.js')).body).toBe(SCRIPT);
  });

  test('serves files of a build made under the running server, and no longer those of the build before', async () => {
    const rebuilt = await openSurface();
    const get = async (url: string) => (await rebuilt.app.inject(url)).statusCode;
    expect(await get('/assets/app-new.js')).toBe(404);
    writeFileSync(join(rebuilt.folder, 'assets/app-new.js'), SCRIPT);
    rmSync(join(rebuilt.folder, 'assets/app-abc.js'));
    expect([await get('/assets/app-new.js'), await get('/assets/app-abc.js')]).toEqual([200, 404]);
    await rebuilt.close();
  });

  test('compresses long answers for clients that support it', async () => {
    const answer = await call('/api/large', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toHaveProperty('text');
  });
});

test("checks the caller's right in an organization, and a rejection says who can help", async () => {
  const ask = async (who: string, url: string, method: Method) => {
    const answer = await call(url, { method, ...bearer(who) });
    return answer.statusCode === 200 ? 200 : [answer.statusCode, messageOf(answer)];
  };
  expect(await ask('viewer', '/api/outlets', 'GET')).toBe(200);
  expect(await ask('manager', '/api/payout', 'PATCH')).toBe(200);
  expect(await ask('admin', '/api/payout', 'PATCH')).toBe(200);
  const reads = 'Your account can only view and export. Ask a manager of your organization to do this.';
  expect(await ask('viewer', '/api/payout', 'PATCH')).toEqual([403, reads]);
  expect(await ask('owner', '/api/outlets', 'GET')).toEqual([403, expect.stringContaining('isn’t linked')]);
});

test('the description lists every route with its guard and its failures', async () => {
  const { paths } = (await call('/api/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>();
  expect(paths['/api/office']?.get).toMatchObject({
    summary: 'A route',
    tags: ['office'],
    security: [{ session: [] }, { apiToken: ['system:read'] }],
    responses: { 401: {}, 403: {}, 500: {} },
  });
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/open', '/api/echo/{name}', '/api/mine']));
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'BREW /api/open HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', 'POST /api/echo/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'length and chunks',
    'POST /api/echo/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET /api/open HTTP/1.1\r\n\r\n', 400],
  ['an expectation nobody knows', 'GET /api/open HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n\r\n', 417],
  ['endless headers', `GET /api/open HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['TRACE', 'TRACE /api/open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
])('%s on the wire gets an answer with all headers, and the connection ends', async (_name, bytes, status) => {
  await surface.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const address = surface.app.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const answer = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
  for (const name of ['cache-control', 'content-security-policy', 'referrer-policy', 'x-content-type-options'])
    expect(head).toContain(`\r\n${name}: `);
});
