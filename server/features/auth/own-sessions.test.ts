import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#contract/common.ts';
import type { OwnSession } from '#contract/sessions.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { deviceInWords, placeInWords } from './auth-routes.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.ms = TEST_NOW;
});

const call = (method: 'GET' | 'PUT' | 'DELETE', url: string, headers: object, payload?: object) =>
  server.app.inject({ method, url: `/api${url}`, headers: { ...headers }, ...(payload ? { payload } : {}) });
const sessionsOf = async (headers: object) =>
  (await call('GET', '/auth/sessions', headers)).json<{ data: OwnSession[] }>().data;
const isAlive = async (headers: object) => (await call('GET', '/auth/me', headers)).statusCode === 200;
const account = (given: { demo?: 1 } = {}) =>
  makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD, ...given });

async function signInFrom(email: string, userAgent: string, remoteAddress: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: TEST_PASSWORD },
    remoteAddress,
    headers: { 'user-agent': userAgent },
  });
  return { authorization: `Bearer ${answer.json<{ data: string }>().data}` };
}

describe('descriptions', () => {
  test.each([
    [CHROME, 'Chrome on Windows', 'desktop'],
    [IPHONE, 'Safari on iPhone', 'mobile'],
    [FIREFOX, 'Firefox on Linux', 'desktop'],
    ['curl/8.5.0', 'curl', 'other'],
    ['', 'Unknown browser', 'other'],
  ])('device %s: %s', (userAgent, device, kind) => expect(deviceInWords(userAgent)).toEqual({ device, kind }));

  test.each([
    ['127.0.0.1', "The server's own machine"],
    ['::ffff:127.0.0.1', "The server's own machine"],
    ['203.0.113.77', 'Internet, address 203.0.113.x'],
    ['192.168.1.20', 'Local network, address 192.168.1.x'],
    ['2600:1f18:24e6:b900::1', 'Internet, address 2600:1f18:24e6:…'],
    ['nonsense', 'Unknown location'],
  ])('address %s: %s', (ip, place) => expect(placeInWords(ip)).toBe(place));
});

describe('own sessions', () => {
  test('are listed with device and place, last used first, without those of other users', async () => {
    const { email } = await account();
    await server.as(await account());
    const phone = await signInFrom(email, IPHONE, '192.168.1.20');
    server.clock.ms += 120_000;
    const desk = await signInFrom(email, CHROME, '203.0.113.77');
    expect(await sessionsOf(desk)).toMatchObject([
      { device: 'Chrome on Windows', place: 'Internet, address 203.0.113.x', method: 'password', current: true },
      { device: 'Safari on iPhone', place: 'Local network, address 192.168.1.x', current: false },
    ]);
    expect(JSON.stringify(await sessionsOf(phone))).not.toMatch(/203\.0\.113\.77|192\.168\.1\.20/);
  });

  test('can be ended individually or all except the current one, but not by other users', async () => {
    const user = await account();
    const [own, lost, third] = [await server.as(user), await server.as(user), await server.as(user)];
    const stranger = await server.as(await account());
    const lostId = (await sessionsOf(lost)).find(({ current }) => current)?.id;
    expect((await call('DELETE', `/auth/sessions/${lostId}`, stranger)).statusCode).toBe(404);
    expect((await call('DELETE', `/auth/sessions/${lostId}`, own)).statusCode).toBe(200);
    expect((await call('DELETE', `/auth/sessions/${lostId}`, own)).statusCode).toBe(404);
    expect(await isAlive(lost)).toBe(false);
    expect((await call('DELETE', '/auth/sessions', own)).json()).toEqual({ status: true, ended: 1 });
    expect([await isAlive(own), await isAlive(third), await isAlive(stranger)]).toEqual([true, false, true]);
  });

  test('of a demo account are neither listed nor ended by other visitors', async () => {
    const demo = await account({ demo: 1 });
    const [own, other] = [await server.as(demo), await server.as(demo)];
    const [mine, ...more] = await sessionsOf(own);
    expect(more).toEqual([]);
    expect((await call('DELETE', '/auth/sessions', own)).statusCode).toBe(403);
    expect((await call('DELETE', `/auth/sessions/${mine?.id}`, other)).statusCode).toBe(404);
    expect(await isAlive(own)).toBe(true);
  });
});

describe('a password change', () => {
  const NEW_PASSWORD = 'a heron crossed the lake';
  const change = (headers: object, currentPassword: string, newPassword: string) =>
    call('PUT', '/auth/password', headers, { current_password: currentPassword, new_password: newPassword });
  const fieldsOf = (answer: { json<T>(): T }) => answer.json<Failure>().error.fields;

  test('ends all other sessions, takes effect immediately, and notifies the owner', async () => {
    const user = await account();
    const own = await server.as(user);
    const others = await Promise.all(Array.from({ length: 5 }, () => server.as(user)));
    expect((await change(own, TEST_PASSWORD, NEW_PASSWORD)).statusCode).toBe(200);
    expect(await Promise.all(others.map(isAlive))).toEqual(others.map(() => false));
    expect(await isAlive(own)).toBe(true);
    expect(
      (await call('PUT', '/auth/password', own, { current_password: TEST_PASSWORD, password: 'x' })).statusCode,
    ).toBe(400);
    const mails = await server.accounts.selectFrom('mails').select('kind').where('to_key', '=', user.email).execute();
    expect(mails).toEqual([{ kind: 'password-changed' }]);
  });

  test('is rejected with the reason at its field: wrong current password, too short, guessable or unchanged', async () => {
    const headers = await server.as(await account());
    expect(fieldsOf(await change(headers, 'wrong', NEW_PASSWORD))).toEqual({
      current_password: 'That password is incorrect. Try again.',
    });
    expect((await change(headers, TEST_PASSWORD, 'too short')).json<Failure>().error.message).toMatch(/at least 15/);
    expect((await change(headers, TEST_PASSWORD, 'password password')).statusCode).toBe(400);
    expect(fieldsOf(await change(headers, TEST_PASSWORD, TEST_PASSWORD))).toHaveProperty('new_password');
    expect(await isAlive(headers)).toBe(true);
  });

  test('does not let a thief of a session guess: the fifth wrong current password ends it', async () => {
    const headers = await server.as(await account());
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1) statuses.push((await change(headers, 'guess', NEW_PASSWORD)).statusCode);
    expect(statuses).toEqual([400, 400, 400, 400, 401, 401]);
  });

  test('needs a fresh login for an account without a password, and is rejected for a demo account', async () => {
    const headers = await server.as(await makeUser(server.accounts, { role: 'unassigned', password: null }));
    server.clock.ms += 30 * MINUTE_MS;
    expect((await change(headers, '', NEW_PASSWORD)).json<Failure>().error.code).toBe('fresh_login');
    server.clock.ms = TEST_NOW;
    expect((await change(headers, '', NEW_PASSWORD)).statusCode).toBe(200);
    expect((await change(await server.as(await account({ demo: 1 })), TEST_PASSWORD, NEW_PASSWORD)).statusCode).toBe(
      403,
    );
  });
});
