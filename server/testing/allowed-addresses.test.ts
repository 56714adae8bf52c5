import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiToken } from '#contract/api-tokens.ts';
import type { LoginAnswer } from '#contract/auth.ts';
import type { SecondFactorSeed } from '#contract/second-factor.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { makeApiToken } from './make-api-token.ts';
import { makeCustomer, makeUser } from './makers.ts';
import { registeredRoutes } from './registered-routes.ts';

const OFFICE = '10.20.0.9';
const ELSEWHERE = ['203.0.113.9', '2001:db8:1::9', '::ffff:203.0.113.9'];
const PASSWORD = 'a long enough secret of tests 9';

let server: TestApp;
let admin: { id: string; email: string };
let session: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp({
    env: {
      ADMIN_ADDRESSES: '10.20.0.0/16, 2001:db8::/48',
      TRUST_PROXY: '172.16.0.1',
      METRICS_TOKEN: 'x8Kp2LmQvT4wZ7rYb1NcD6fGhJ3sA5eU',
    },
  });
  admin = await makeUser(server.accounts, { role: 'admin', password: PASSWORD });
  session = await server.as(admin);
});
afterAll(() => server.close());

type Asked = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; headers?: Record<string, string>; payload?: object };
const ask = (url: string, remoteAddress: string, options: Asked = {}) =>
  server.app.inject({ url: `/api${url}`, remoteAddress, ...options });
const messageOf = (answer: { json<Body>(): Body }) => answer.json<{ error: { message: string } }>().error.message;

/** Returns every route that requires a caller, which is every route that rejects a request without a credential. */
async function guardedRoutes(): Promise<[method: 'GET', url: string][]> {
  const found: [method: 'GET', url: string][] = [];
  for (const route of registeredRoutes(server.app)) {
    const [method = '', pattern = ''] = route.split(' ');
    if (!pattern.startsWith('/api/') || /\/api\/(ingest|serve|docs)/.test(pattern)) continue;
    const url = pattern.replaceAll(/:[a-z_]+/g, '01900000-0000-7000-8000-0000000000dd');
    const { statusCode, body } = await server.app.inject({ method: method as 'GET', url, remoteAddress: OFFICE });
    if (statusCode === 401 && body.includes('Sign in to continue.')) found.push([method as 'GET', url]);
  }
  return found;
}

describe('administrators', () => {
  test('every route that needs a session rejects a session and a token from elsewhere', async () => {
    const token = await makeApiToken(server.accounts, { userId: admin.id, at: server.clock.ms });
    const routes = await guardedRoutes();
    expect(routes.length).toBeGreaterThan(100);
    const open: string[] = [];
    for (const [method, url] of routes)
      for (const headers of [session, token.headers]) {
        const answer = await server.app.inject({ method, url, headers, remoteAddress: '203.0.113.9' });
        const isRefused = answer.statusCode === 403 && answer.body.includes('use this installation from 203.0.113.9');
        if (!isRefused) open.push(`${method} ${url}: ${answer.statusCode}`);
      }
    expect(open).toEqual([]);
    const row = await server.accounts
      .selectFrom('api_tokens')
      .select('last_used_at')
      .where('id', '=', token.id)
      .executeTakeFirst();
    expect(row?.last_used_at).toBeNull();
    expect((await ask('/auth/me', OFFICE, { headers: session })).statusCode).toBe(200);
    expect((await ask('/auth/me', OFFICE, { headers: token.headers })).statusCode).toBe(200);
  });

  test.each([
    ['10.20.255.1', 200],
    ['::ffff:10.20.0.1', 200],
    ['2001:db8:0:5::1', 200],
    ['10.21.0.1', 403],
    ...ELSEWHERE.map((ip): [string, number] => [ip, 403]),
  ])('a session from %s gets %i', async (ip, status) => {
    expect((await ask('/auth/me', ip, { headers: session })).statusCode).toBe(status);
  });

  test('X-Forwarded-For counts only behind the proxies of TRUST_PROXY', async () => {
    const from = (ip: string, forwarded: string) =>
      ask('/auth/me', ip, { headers: { ...session, 'x-forwarded-for': forwarded } });
    expect((await from('172.16.0.1', OFFICE)).statusCode).toBe(200);
    expect((await from('172.16.0.1', '203.0.113.9')).statusCode).toBe(403);
    expect((await from('203.0.113.9', OFFICE)).statusCode).toBe(403);
    expect((await from('172.16.0.1', `${OFFICE}, 203.0.113.9`)).statusCode).toBe(403);
  });

  test('a sign-in from elsewhere begins no session, and the reason is shown only for the right password', async () => {
    const login = (ip: string, password: string) =>
      ask('/login', ip, { method: 'POST', payload: { email: admin.email, password } });
    const sessions = () =>
      server.accounts.selectFrom('sessions').select('id').where('user_id', '=', admin.id).execute();
    const before = (await sessions()).length;
    for (const ip of ELSEWHERE) {
      const refused = await login(ip, PASSWORD);
      expect([refused.statusCode, messageOf(refused)]).toEqual([403, expect.stringContaining('ADMIN_ADDRESSES')]);
    }
    expect((await login(ELSEWHERE[0] ?? '', 'wrong')).statusCode).toBe(401);
    expect(await sessions()).toHaveLength(before);
    const audit = await server.accounts.selectFrom('audit_log').selectAll().execute();
    expect(audit.at(-2)).toMatchObject({
      action: 'session.refused',
      actor: admin.email,
      detail: '{"reason":"address"}',
    });
    expect((await login(OFFICE, PASSWORD)).statusCode).toBe(200);
    expect(await sessions()).toHaveLength(before + 1);
  });

  test('from elsewhere, the second factor is never requested', async () => {
    const user = await makeUser(server.accounts, { role: 'admin', password: PASSWORD });
    const headers = await server.as(user);
    const seed = await ask('/auth/second-factor/seed', OFFICE, { method: 'POST', headers });
    const code = new TOTP({ secret: seed.json<SecondFactorSeed>().seed }).generate({ timestamp: server.clock.ms });
    const enabled = await ask('/auth/second-factor', OFFICE, { method: 'PUT', headers, payload: { code } });
    expect(enabled.statusCode, enabled.body).toBe(200);
    const payload = { email: user.email, password: PASSWORD };
    expect((await ask('/login', OFFICE, { method: 'POST', payload })).json<LoginAnswer>().challenge).toBeDefined();
    const refused = await ask('/login', '203.0.113.10', { method: 'POST', payload });
    expect([refused.statusCode, refused.body.includes('challenge')]).toEqual([403, false]);
  });

  test('an administrator who views as a customer is still restricted', async () => {
    const hotel = await makeCustomer(server.accounts);
    const user = await makeUser(server.accounts, { role: 'property', customerId: hotel.id });
    const answer = await ask(`/users/${user.id}/view`, OFFICE, { method: 'POST', headers: session });
    expect(answer.statusCode, answer.body).toBe(200);
    const headers = { authorization: `Bearer ${answer.json<{ data: string }>().data}` };
    expect((await ask('/list', OFFICE, { headers })).statusCode).toBe(200);
    expect((await ask('/list', '203.0.113.9', { headers })).statusCode).toBe(403);
  });

  test('other roles may call from anywhere', async () => {
    for (const role of ['property', 'advertiser', 'full'] as const) {
      const headers = await server.asRole(role);
      expect((await ask('/auth/me', '203.0.113.9', { headers })).statusCode).toBe(200);
    }
  });
});

describe('API tokens', () => {
  test('a token with addresses works only from there, and its list shows them', async () => {
    const hotel = await makeCustomer(server.accounts);
    const user = await makeUser(server.accounts, { role: 'property', customerId: hotel.id });
    const headers = await server.as(user);
    const addresses = ['198.51.100.0/24', '2001:db8:9::1'];
    const payload = { name: 'Nightly', scopes: ['reports:read'], addresses };
    const made = (await ask('/account/tokens', OFFICE, { method: 'POST', headers, payload })).json<
      ApiToken & { token: string }
    >();
    expect(made.addresses).toEqual(addresses);
    const bearer = { headers: { authorization: `Bearer ${made.token}` } };
    expect((await ask('/list', '198.51.100.77', bearer)).statusCode).toBe(200);
    expect((await ask('/list', '::ffff:198.51.100.77', bearer)).statusCode).toBe(200);
    expect((await ask('/list', '2001:db8:9::1', bearer)).statusCode).toBe(200);
    for (const ip of [OFFICE, '198.51.101.1', '2001:db8:9::2']) {
      const refused = await ask('/list', ip, bearer);
      expect([refused.statusCode, messageOf(refused)]).toEqual([403, expect.stringContaining(`be used from ${ip}`)]);
    }
    const own = (await ask('/account/tokens', OFFICE, { headers })).json<{ data: ApiToken[] }>();
    const seen = (await ask(`/users/${user.id}/tokens`, OFFICE, { headers: session })).json<{ data: ApiToken[] }>();
    expect([own.data[0]?.addresses, seen.data[0]?.addresses]).toEqual([addresses, addresses]);
    const audit = await server.accounts.selectFrom('audit_log').select(['action', 'detail']).execute();
    expect(audit.findLast(({ action }) => action === 'token.made')?.detail).toContain('198.51.100.0/24');
  });

  test('unreadable stored addresses admit no address', async () => {
    const user = await makeUser(server.accounts, { role: 'full' });
    const token = await makeApiToken(server.accounts, { userId: user.id, at: server.clock.ms });
    expect((await ask('/list', '203.0.113.9', { headers: token.headers })).statusCode).toBe(200);
    await server.accounts.updateTable('api_tokens').set({ addresses: 'office' }).where('id', '=', token.id).execute();
    expect((await ask('/list', '203.0.113.9', { headers: token.headers })).statusCode).toBe(403);
  });

  test.each([['office'], ['10.0.0.0/33'], ['10.0.0.1 '], ['10.1']])('%j is rejected at its field', async (address) => {
    const headers = await server.asRole('full');
    const payload = { name: 'Nightly', scopes: ['reports:read'], addresses: ['10.0.0.1', address] };
    const answer = await ask('/account/tokens', OFFICE, { method: 'POST', headers, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ error: { fields: object } }>().error.fields).toHaveProperty('addresses');
  });
});
