import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#contract/common.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { callerOf } from '../../http/access-guard.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const account = () => makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });

/** Runs only the check that precedes a dangerous action, for this session. Returns whether the session is fresh. */
async function act(headers: { authorization: string }) {
  const caller = await server.app.findCaller(headers.authorization.slice(7), {
    headers: {},
    routeOptions: {},
  } as never);
  const request = { caller } as Parameters<typeof callerOf>[0];
  requireFreshLogin(request);
  return callerOf(request).isFresh;
}

const confirm = (headers: object, payload: object) =>
  server.app.inject({ method: 'POST', url: '/api/auth/confirm', headers: { ...headers }, payload });

test('a login is fresh for ten minutes, and the password makes it fresh again', async () => {
  const headers = await server.as(await account());
  server.clock.ms = TEST_NOW + 9.9 * MINUTE_MS;
  expect(await act(headers)).toBe(true);
  server.clock.ms = TEST_NOW + 10 * MINUTE_MS;
  await expect(act(headers)).rejects.toMatchObject({ statusCode: 401, reason: 'fresh_login' });
  expect((await confirm(headers, { password: TEST_PASSWORD })).statusCode).toBe(200);
  expect(await act(headers)).toBe(true);
  server.clock.ms = TEST_NOW;
});

test('a wrong password keeps the session, and the fifth in a row ends that session only', async () => {
  const user = await account();
  const [stolen, own] = [await server.as(user), await server.as(user)];
  const statuses = [];
  for (let guess = 0; guess < 5; guess += 1) statuses.push((await confirm(stolen, { password: 'guess' })).statusCode);
  expect(statuses).toEqual([400, 400, 400, 400, 401]);
  expect((await confirm(stolen, { password: TEST_PASSWORD })).statusCode).toBe(401);
  expect((await confirm(own, { password: TEST_PASSWORD })).statusCode).toBe(200);
  const told = await server.accounts.selectFrom('mails').select('kind').where('to_key', '=', user.email).execute();
  expect(told).toEqual([{ kind: 'confirmation-guessed' }]);
});

test('confirmations by the owner give a thief of the session no more guesses', async () => {
  const user = await account();
  const signedIn = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: user.email, password: TEST_PASSWORD },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const token = { authorization: `Bearer ${signedIn.json<{ data: string }>().data}` };
  const statuses = [];
  for (let guess = 0; guess < 4; guess += 1) {
    statuses.push((await confirm(token, { password: 'guess' })).statusCode);
    // Mistakes in the owner's own browser count against a separate budget, which the thief's browser does not have.
    for (let mistake = 0; mistake < 3; mistake += 1) await confirm({ ...token, cookie }, { password: 'mistyped' });
    statuses.push((await confirm({ ...token, cookie }, { password: TEST_PASSWORD })).statusCode);
  }
  expect(statuses).toEqual([400, 200, 400, 200, 400, 200, 400, 200]);
  expect((await confirm(token, { password: 'guess' })).statusCode).toBe(401);
  expect((await confirm({ ...token, cookie }, { password: TEST_PASSWORD })).statusCode).toBe(401);
});

test('without a second factor, accepts no code and exactly one kind of proof', async () => {
  const headers = await server.as(await account());
  const answer = await confirm(headers, { code: '123456' });
  expect([answer.statusCode, answer.json<Failure>().error.message]).toEqual([
    400,
    'That code is incorrect. Try again.',
  ]);
  for (const body of [{}, { password: '' }, { password: TEST_PASSWORD, code: '123456' }, { password: 5 }]) {
    expect((await confirm(headers, body)).statusCode).toBe(400);
  }
});
