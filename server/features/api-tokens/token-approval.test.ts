import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiToken, TokenRequest } from '#contract/api-tokens.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

type Headers = { authorization: string };
type User = { id: string; email: string };
let server: TestApp;
let sponsor: { id: string };
let maker: User;
let approver: User;
let counter = 0;

beforeAll(async () => {
  server = await createTestApp();
  sponsor = await makeCustomer(server.accounts, { kind: 'advertiser' });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.ms = TEST_NOW;
  maker = await makeUser(server.accounts, { role: 'admin' });
  approver = await makeUser(server.accounts, { role: 'admin' });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, headers: Headers, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers,
    remoteAddress: `10.2.0.${++counter % 250}`,
    ...(payload ? { payload } : {}),
  });
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

async function made(owner: User, scopes: readonly TokenScope[] = ['money:read', 'money:write']) {
  const body = { name: `Robot ${++counter}`, scopes };
  const answer = await call('POST', '/account/tokens', await server.as(owner), body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ApiToken & { token: string }>();
}
const approve = async (id: string, who: User) => call('POST', `/token-requests/${id}/approve`, await server.as(who));
const waiting = async (who: User) =>
  (await call('GET', '/token-requests?limit=100', await server.as(who))).json<{ data: TokenRequest[] }>().data;
/** Reads payments and enters a payment with the token. Returns the status of both responses. */
async function mayPay(token: string): Promise<number[]> {
  const wish = { customer_id: sponsor.id, amount: 5, paid_on: '2026-11-20', reference: newId() };
  const read = await call('GET', '/payments', bearer(token));
  const written = await call('POST', '/payments', bearer(token), { ...wish, sending_id: newId() });
  return [read.statusCode, written.statusCode];
}
const set = (user: User, over: object) =>
  server.accounts.updateTable('users').set(over).where('id', '=', user.id).execute();

test('only a token that two administrators approved can write money', async () => {
  const reader = await made(maker, ['money:read']);
  expect([reader.pending, await mayPay(reader.token)]).toEqual([false, [200, 403]]);
  const writer = await made(maker, ['money:write']);
  expect((await approve(writer.id, approver)).statusCode).toBe(200);
  // The write scope does not include the read scope.
  expect(await mayPay(writer.token)).toEqual([403, 200]);

  const both = await made(maker);
  expect([both.pending, await mayPay(both.token)]).toEqual([true, [401, 401]]);
  expect((await call('GET', '/payments', bearer(both.token))).json()).toMatchObject({
    error: { message: expect.stringContaining('Another administrator must approve it') },
  });
  expect(await waiting(maker)).toContainEqual(expect.objectContaining({ id: both.id, may_approve: false }));
  expect(await waiting(approver)).toContainEqual(
    expect.objectContaining({ id: both.id, may_approve: true, owner: maker.email, scopes: both.scopes }),
  );
  expect((await approve(both.id, maker)).statusCode).toBe(403);
  expect(await mayPay(both.token)).toEqual([401, 401]);
  expect((await approve(both.id, approver)).statusCode).toBe(200);
  expect(await mayPay(both.token)).toEqual([200, 200]);
  expect((await waiting(approver)).map(({ id }) => id)).not.toContain(both.id);
  expect((await approve(both.id, approver)).statusCode).toBe(404);
  const log = await server.accounts.selectFrom('audit_log').select(['action', 'actor', 'subject']).execute();
  expect(log).toContainEqual({ action: 'token.approved', actor: approver.email, subject: maker.email });
  const mails = await server.accounts.selectFrom('mails').select(['kind', 'to_key']).execute();
  expect(mails).toContainEqual({ kind: 'api-token-request', to_key: approver.email });
  expect(mails).not.toContainEqual({ kind: 'api-token-request', to_key: maker.email });
  expect(mails).toContainEqual({ kind: 'api-token-approved', to_key: maker.email });
});

test('approval needs a fresh login, and only one of two decisions counts', async () => {
  const token = await made(maker);
  const stale = await server.asStale(approver);
  expect((await call('POST', `/token-requests/${token.id}/approve`, stale)).json()).toMatchObject({
    error: { code: 'fresh_login' },
  });
  const headers = await server.as(approver);
  const decisions = ['approve', 'decline', 'approve'].map((what) =>
    call('POST', `/token-requests/${token.id}/${what}`, headers),
  );
  const statuses = (await Promise.all(decisions)).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted()).toEqual([200, 404, 404]);
});

test('declining revokes a token, and an expired one no longer waits for approval', async () => {
  const [declined, expired] = [await made(maker), await made(maker)];
  expect((await call('POST', `/token-requests/${declined.id}/decline`, await server.as(approver))).statusCode).toBe(
    200,
  );
  const own = (await call('GET', '/account/tokens', await server.as(maker))).json<{ data: ApiToken[] }>().data;
  expect(own).toMatchObject([{ id: expired.id, pending: true }]);
  server.clock.ms = Date.parse(expired.expires_at) + HOUR_MS;
  expect((await waiting(approver)).map(({ id }) => id)).not.toContain(expired.id);
  expect((await approve(expired.id, approver)).statusCode).toBe(404);
});

test.each([
  ['the one who approved it', () => approver],
  ['its owner', () => maker],
])('lapses immediately while %s is not an administrator', async (_name, whose) => {
  for (const [lost, back] of [
    [{ role: 'full' }, { role: 'admin' }],
    [{ email_verified: 0 }, { email_verified: 1 }],
    [{ disabled: 1 }, { disabled: 0 }],
    [{ deleted_at: 1 }, { deleted_at: null }],
  ] as const) {
    const token = await made(maker);
    await approve(token.id, approver);
    expect(await mayPay(token.token)).toEqual([200, 200]);
    await set(whose(), lost);
    expect([lost, await mayPay(token.token)]).toEqual([lost, [401, 401]]);
    await set(whose(), back);
  }
});

test('an approval that lapsed with the rights does not return with them', async () => {
  const token = await made(maker);
  await approve(token.id, approver);
  const chief = await makeUser(server.accounts, { role: 'admin' });
  const change = async (over: object) => {
    const row = server.accounts.selectFrom('users').selectAll().where('id', '=', approver.id);
    const { email, updated_at: version } = await row.executeTakeFirstOrThrow();
    const form = { first_name: 'A', last_name: 'B', phone_number: '', email, customer_id: '', disabled: false };
    const answer = await call('PUT', `/users/${approver.id}`, await server.as(chief), { ...form, version, ...over });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  await change({ role: 'unassigned' });
  await change({ role: 'admin' });
  expect(await mayPay(token.token)).toEqual([401, 401]);
  expect((await approve(token.id, chief)).statusCode).toBe(200);
  expect(await mayPay(token.token)).toEqual([200, 200]);
  expect((await call('DELETE', `/users/${chief.id}?version=0`, await server.as(maker))).statusCode).toBe(200);
  await set(chief, { deleted_at: null });
  expect(await mayPay(token.token)).toEqual([401, 401]);
});

test('only administrators can request a token that writes money', async () => {
  const person = await makeUser(server.accounts, { role: 'advertiser', customerId: sponsor.id });
  const answer = await call('POST', '/account/tokens', await server.as(person), { name: 'R', scopes: ['money:write'] });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { error: { fields: { scopes: expect.any(String) } } },
  ]);
  expect((await call('GET', '/token-requests', await server.as(person))).statusCode).toBe(403);
});
