import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiToken } from '#contract/api-tokens.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeApiToken, OWN_SCOPES, READ_SCOPES } from '../../testing/make-api-token.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let hotel: { id: string };
let counter = 0;

beforeAll(async () => {
  server = await createTestApp();
  hotel = await makeCustomer(server.accounts, { name: 'Pier House' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.ms = TEST_NOW;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
const call = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers,
    remoteAddress: `10.1.0.${++counter % 250}`,
    ...(payload ? { payload } : {}),
  });
const manager = () => makeUser(server.accounts, { role: 'property', customerId: hotel.id });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
async function made(headers: Record<string, string>, over: object = {}) {
  const answer = await call('POST', '/account/tokens', headers, { name: 'Nightly', scopes: OWN_SCOPES, ...over });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ApiToken & { token: string }>();
}

test('shows a token once, stores its hash, notifies its owner, and the token acts as its owner', async () => {
  const user = await manager();
  const own = await server.as(user);
  const { token, ...rest } = await made(own);
  expect(token).toMatch(/^vbt_[A-Za-z0-9_-]{43}$/);
  expect(rest).toMatchObject({ name: 'Nightly', prefix: token.slice(0, 9), scopes: OWN_SCOPES, last_used_at: null });
  expect(Date.parse(rest.expires_at) - TEST_NOW).toBe(90 * DAY_MS);
  const stored = await server.accounts.selectFrom('api_tokens').selectAll().execute();
  const audit = await server.accounts.selectFrom('audit_log').selectAll().execute();
  const mails = await server.accounts.selectFrom('mails').selectAll().execute();
  expect(JSON.stringify([stored, audit, mails])).not.toContain(token.slice(9));
  expect(mails.map(({ kind, to_key }) => [kind, to_key])).toContainEqual(['api-token-made', user.email]);
  expect(audit.at(-1)).toMatchObject({ action: 'token.made', actor: user.email });
  expect((await call('GET', '/auth/me', bearer(token))).json()).toMatchObject({ id: user.id, role: 'property' });
  server.clock.ms += 10 * MINUTE_MS;
  await call('GET', '/list', bearer(token));
  const listed = (await call('GET', '/account/tokens', own)).json<{ data: ApiToken[] }>();
  expect(listed.data).toMatchObject([{ name: 'Nightly', last_used_at: new Date(TEST_NOW).toISOString() }]);
  expect(JSON.stringify(listed)).not.toContain(token.slice(9));
  server.clock.ms += HOUR_MS;
  await call('GET', '/list', bearer(token));
  const { last_used_at: at } = await server.accounts
    .selectFrom('api_tokens')
    .select('last_used_at')
    .where('id', '=', rest.id)
    .executeTakeFirstOrThrow();
  expect(at).toBe(server.clock.ms);
});

test('ends by expiry, by its owner, by an administrator, and when the account loses access', async () => {
  const asks = async (token: { headers: Record<string, string> }) =>
    (await call('GET', '/list', token.headers)).statusCode;
  const user = await manager();
  const token = async () => makeApiToken(server.accounts, { userId: user.id, at: server.clock.ms });
  const set = (over: object) => server.accounts.updateTable('users').set(over).where('id', '=', user.id).execute();
  const own = await server.as(user);
  const admin = await server.asRole('admin');

  const first = await token();
  expect(await asks(first)).toBe(200);
  expect((await call('DELETE', `/account/tokens/${first.id}`, own)).statusCode).toBe(200);
  expect(await asks(first)).toBe(401);
  expect((await call('DELETE', `/account/tokens/${first.id}`, own)).statusCode).toBe(404);

  const second = await token();
  expect((await call('GET', `/users/${user.id}/tokens`, admin)).json()).toMatchObject({ data: [{ id: second.id }] });
  const stranger = await server.as(await manager());
  expect((await call('DELETE', `/account/tokens/${second.id}`, stranger)).statusCode).toBe(404);
  expect(await asks(second)).toBe(200);
  expect((await call('DELETE', `/users/${user.id}/tokens/${second.id}`, admin)).statusCode).toBe(200);
  expect(await asks(second)).toBe(401);

  const third = await token();
  for (const [over, status] of [
    [{ role: 'unassigned' }, 403],
    [{ role: 'property' }, 200],
    [{ email_verified: 0 }, 401],
    [{ email_verified: 1 }, 200],
    [{ disabled: 1 }, 401],
    [{ disabled: 0, deleted_at: 1 }, 401],
    [{ deleted_at: null, demo: 1 }, 401],
    [{ demo: 0 }, 200],
  ] as const) {
    await set(over);
    expect([over, await asks(third)]).toEqual([over, status]);
  }
  server.clock.ms += DAY_MS;
  expect(await asks(third)).toBe(401);
  server.clock.ms = TEST_NOW;
  const form = { first_name: 'A', last_name: 'B', phone_number: '', email: user.email, role: 'property' };
  const change = { ...form, customer_id: hotel.id, disabled: true, version: 0 };
  expect((await call('PUT', `/users/${user.id}`, admin, change)).statusCode).toBe(200);
  await set({ disabled: 0 });
  expect(await asks(third)).toBe(401);
});

test('cannot manage accounts, read mail links or do anything that needs a fresh login', async () => {
  const admin = await makeUser(server.accounts, { role: 'admin' });
  const { headers } = await makeApiToken(server.accounts, { userId: admin.id, at: TEST_NOW });
  const refused = async (method: Method, url: string, body?: object) => {
    const answer = await call(method, url, headers, body);
    return [answer.statusCode, answer.json<{ error: { message: string } }>().error.message];
  };
  const people = [403, expect.stringContaining('Sign in to do it.')];
  expect(await refused('POST', '/account/tokens', { name: 'Next', scopes: ['reports:read'] })).toEqual(people);
  expect(await refused('GET', '/account/export')).toEqual(people);
  expect(await refused('DELETE', '/auth/sessions')).toEqual(people);
  expect(await refused('POST', '/auth/second-factor/seed')).toEqual(people);
  expect(await refused('GET', '/admin/mail')).toEqual(people);
  const user = await manager();
  expect(await refused('POST', `/users/${user.id}/end-sessions`)).toEqual(people);
  expect(await refused('POST', `/users/${user.id}/view`)).toEqual(people);
  const reader = await makeApiToken(server.accounts, { userId: admin.id, scopes: READ_SCOPES, at: TEST_NOW });
  expect((await call('GET', '/users', reader.headers)).statusCode).toBe(200);
  expect((await call('POST', '/campaigns', reader.headers, {})).json()).toMatchObject({
    error: { message: expect.stringContaining('doesn’t have the scope campaigns:write') },
  });
});

test('the audit log names the token that acted', async () => {
  const user = await makeUser(server.accounts, { role: 'admin' });
  const { headers } = await makeApiToken(server.accounts, { userId: user.id, at: TEST_NOW });
  expect((await call('GET', '/users/export', headers)).statusCode).toBe(200);
  const entry = await server.accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirst();
  expect(entry).toMatchObject({
    actor_id: user.id,
    actor: expect.stringMatching(new RegExp(`^${user.email} \\(token Program \\d+\\)$`)),
  });
});

test('creating one needs a fresh login and a unique name, lasts at most a year, and is closed to demo accounts', async () => {
  const user = await manager();
  const own = await server.as(user);
  await made(own);
  const send = (headers: Record<string, string>, body: object) => call('POST', '/account/tokens', headers, body);
  expect((await send(own, { name: ' Nightly ', scopes: ['reports:read'] })).statusCode).toBe(409);
  for (const body of [
    { name: ' ', scopes: ['reports:read'] },
    { name: 'Long', scopes: ['reports:read'], days: 366 },
    { name: 'Short', scopes: ['reports:read'], days: 0 },
    { name: 'Role', scopes: ['reports:read'], role: 'admin' },
    { name: 'None', scopes: [] },
    { name: 'Twice', scopes: ['reports:read', 'reports:read'] },
    { name: 'Unknown', scopes: ['everything'] },
    { name: 'Money', scopes: ['money:write'] },
  ])
    expect((await send(own, body)).statusCode).toBe(400);
  const yearly = await made(own, { name: 'Yearly', days: 365 });
  expect(Date.parse(yearly.expires_at) - TEST_NOW).toBe(365 * DAY_MS);
  server.clock.ms += 11 * MINUTE_MS;
  expect((await send(own, { name: 'Later', scopes: ['reports:read'] })).json()).toMatchObject({
    error: { code: 'fresh_login' },
  });
  server.clock.ms = TEST_NOW;
  const demo = await server.as(await makeUser(server.accounts, { role: 'property', customerId: hotel.id, demo: 1 }));
  expect((await send(demo, { name: 'Demo', scopes: ['reports:read'] })).statusCode).toBeGreaterThanOrEqual(401);
  const data = (await call('GET', '/account/export', own)).json<{ api_tokens: object[] }>();
  expect(data.api_tokens).toMatchObject([{ name: 'Yearly' }, { name: 'Nightly' }]);
  expect((await call('DELETE', '/account', own)).statusCode).toBe(200);
  expect((await call('GET', '/list', bearer(yearly.token))).statusCode).toBe(401);
});

test('the API description offers a token only for the operations that accept one', async () => {
  type Described = { paths: Record<string, Record<string, { security?: object[] }>> };
  const { paths } = (await call('GET', '/openapi.json', {})).json<Described>();
  const takes = (path: string, method: string) =>
    (paths[path]?.[method]?.security ?? []).some((way) => 'apiToken' in way);
  const described = (['/api/account/tokens', '/api/colleagues', '/api/admin/mail'] as const).map((path) => paths[path]);
  expect(described).not.toContain(undefined);
  for (const path of Object.keys(paths).filter((one) =>
    /^\/api\/(auth\/(?!me)|account|colleagues|admin\/mail)/.test(one),
  ))
    for (const method of Object.keys(paths[path] ?? {}))
      expect([path, method, takes(path, method)]).toEqual([path, method, false]);
  expect([takes('/api/auth/me', 'get'), takes('/api/list', 'get'), takes('/api/campaigns', 'post')]).toEqual([
    true,
    true,
    true,
  ]);
});
