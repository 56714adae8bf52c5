import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { Failure } from '#contract/common.ts';
import type { SecondFactorSeed } from '#contract/second-factor.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';

const STEP_MS = 30_000;

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { ADMIN_MFA: 'on' } });
});
afterAll(() => server.close());
let address = 0;
/**
 * Uses a separate address for each test, because attempts made before the clock is set back stay counted for some
 * minutes.
 */
beforeEach(() => {
  server.clock.ms = TEST_NOW;
  address += 1;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, headers: object = {}, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...headers },
    remoteAddress: `198.51.100.${address}`,
    ...(payload ? { payload } : {}),
  });
const codeOf = (seed: string, at = server.clock.ms) => new TOTP({ secret: seed }).generate({ timestamp: at });
const tryCode = (challenge: string, code: string) => call('POST', '/auth/second-factor', {}, { challenge, code });
const login = (email: string) => call('POST', '/login', {}, { email, password: TEST_PASSWORD });
const challengeFor = async (email: string) => (await login(email)).json<LoginAnswer>().challenge ?? '';
const statusesOf = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

/** Creates an account with a second factor, and moves the clock beyond the time step of its first code. */
async function protectedAccount(role: 'unassigned' | 'admin' = 'unassigned') {
  const user = await makeUser(server.accounts, { role, password: TEST_PASSWORD });
  const headers = await server.as(user);
  const { seed } = (await call('POST', '/auth/second-factor/seed', headers)).json<SecondFactorSeed>();
  const enabled = await call('PUT', '/auth/second-factor', headers, { code: codeOf(seed) });
  const { recovery_codes: recoveryCodes } = enabled.json<{ recovery_codes: string[] }>();
  server.clock.ms += 2 * STEP_MS;
  return { ...user, headers, seed, recoveryCodes };
}

describe('setting up', () => {
  test('needs a fresh login, and changes nothing before the first valid code', async () => {
    const user = await makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
    const headers = await server.as(user);
    server.clock.ms += HOUR_MS / 2;
    const stale = await call('POST', '/auth/second-factor/seed', headers);
    expect([stale.statusCode, stale.json<Failure>().error.code]).toEqual([401, 'fresh_login']);
    await call('POST', '/auth/confirm', headers, { password: TEST_PASSWORD });
    const seed = (await call('POST', '/auth/second-factor/seed', headers)).json<SecondFactorSeed>();
    expect(seed.uri).toContain(`secret=${seed.seed}`);
    expect(seed.picture).toMatch(/^<svg /);
    expect((await call('PUT', '/auth/second-factor', headers, { code: '000000' })).statusCode).toBe(400);
    expect((await login(user.email)).json()).toMatchObject({ status: true });
    const other = await server.as(user);
    const enabled = await call('PUT', '/auth/second-factor', headers, { code: codeOf(seed.seed) });
    expect(new Set(enabled.json<{ recovery_codes: string[] }>().recovery_codes).size).toBe(10);
    expect((await call('GET', '/auth/me', other)).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', headers)).json<CurrentUser>().second_factor).toBe('on');
  });

  test('stores the seed encrypted, and recovery codes as hashes', async () => {
    const { id, seed, recoveryCodes } = await protectedAccount();
    const stored = JSON.stringify([
      await server.accounts.selectFrom('second_factors').selectAll().where('user_id', '=', id).execute(),
      await server.accounts.selectFrom('recovery_codes').selectAll().where('user_id', '=', id).execute(),
    ]);
    for (const code of [seed, ...recoveryCodes.flatMap((text) => [text, text.replaceAll('-', '')])])
      expect(stored).not.toContain(code);
  });

  test('is rejected for a demo account', async () => {
    const demo = await createDemoHeaders();
    for (const [method, url] of [
      ['POST', '/auth/second-factor/seed'],
      ['PUT', '/auth/second-factor'],
    ] as const) {
      expect((await call(method, url, demo, method === 'PUT' ? { code: '123456' } : undefined)).statusCode).toBe(401);
    }
  });
});

/** Creates headers of a demo account. The demo is off here, so the server rejects every call of demo accounts. */
const createDemoHeaders = async () => server.as(await makeUser(server.accounts, { role: 'admin', demo: 1 }));

describe('signing in', () => {
  test('asks for a code after the password or a one-time link, and the code opens the session', async () => {
    const { email, id, seed } = await protectedAccount();
    const first = (await login(email)).json<LoginAnswer>();
    expect(first).toEqual({ status: false, data: '', role: '', challenge: expect.any(String), passkey: false });
    const second = await tryCode(first.challenge ?? '', codeOf(seed).replace(/^(...)/, '$1 '));
    expect(second.json<LoginAnswer>()).toMatchObject({ status: true, role: 'unassigned' });
    const { data } = second.json<LoginAnswer>();
    expect((await call('GET', '/auth/me', { authorization: `Bearer ${data}` })).statusCode).toBe(200);

    const link = await createLoginCode(server.accounts, id, server.clock.ms);
    const entered = await call('POST', '/auth/exchange', {}, { code: link, confirm: true });
    expect(entered.json()).toMatchObject({ status: false, data: '', challenge: expect.any(String) });
  });

  test('accepts a clock that is half a minute wrong, but not a whole minute', async () => {
    const { email, seed } = await protectedAccount();
    const challenge = await challengeFor(email);
    const later = (steps: number) => codeOf(seed, server.clock.ms + steps * STEP_MS);
    expect((await tryCode(challenge, later(2))).statusCode).toBe(401);
    expect((await tryCode(challenge, later(1))).statusCode).toBe(200);
  });

  test('accepts each code once, even when it is sent concurrently', async () => {
    const { email, seed } = await protectedAccount();
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeFor(email)));
    const code = codeOf(seed);
    const answers = await Promise.all(challenges.map((challenge) => tryCode(challenge, code)));
    expect(statusesOf(answers).sort()).toEqual([200, 401, 401, 401]);
    server.clock.ms += STEP_MS;
    expect((await tryCode(await challengeFor(email), code)).statusCode).toBe(401);
  });

  test('accepts a recovery code once, with or without its hyphens', async () => {
    const { email, recoveryCodes } = await protectedAccount();
    const [first = '', second = ''] = recoveryCodes;
    expect((await tryCode(await challengeFor(email), first)).statusCode).toBe(200);
    expect((await tryCode(await challengeFor(email), first)).statusCode).toBe(401);
    expect((await tryCode(await challengeFor(email), ` ${second.replaceAll('-', '').toUpperCase()}`)).statusCode).toBe(
      200,
    );
  });

  test('five wrong codes end the sign-in and delay further ones, except from a known browser', async () => {
    const { email, seed } = await protectedAccount();
    const known = await tryCode(await challengeFor(email), codeOf(seed));
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
    const challenge = await challengeFor(email);
    const wrong = [];
    for (let guess = 0; guess < 6; guess += 1) wrong.push(await tryCode(challenge, '000000'));
    expect(statusesOf(wrong)).toEqual([401, 401, 401, 401, 401, 400]);
    server.clock.ms += STEP_MS;
    const stranger = await tryCode(await challengeFor(email), codeOf(seed));
    expect([stranger.statusCode, stranger.json<Failure>().error.message]).toEqual([
      401,
      'The code is incorrect. Try again.',
    ]);
    const owner = await call(
      'POST',
      '/auth/second-factor',
      { cookie },
      {
        challenge: await challengeFor(email),
        code: codeOf(seed),
      },
    );
    expect(owner.statusCode).toBe(200);
    // The owner's success does not refill the budget of unknown browsers; only time does.
    server.clock.ms += 2 * STEP_MS;
    expect((await tryCode(await challengeFor(email), codeOf(seed))).statusCode).toBe(401);
    server.clock.ms += HOUR_MS / 4;
    expect((await tryCode(await challengeFor(email), codeOf(seed))).statusCode).toBe(200);
  });

  test('the second step works once, within five minutes', async () => {
    const { email, seed } = await protectedAccount();
    const challenge = await challengeFor(email);
    server.clock.ms += 5 * MINUTE_MS;
    expect((await tryCode(challenge, codeOf(seed))).statusCode).toBe(400);
    const next = await challengeFor(email);
    expect((await tryCode(next, codeOf(seed))).statusCode).toBe(200);
    server.clock.ms += STEP_MS;
    expect((await tryCode(next, codeOf(seed))).statusCode).toBe(400);
    expect((await tryCode('unknown', codeOf(seed))).statusCode).toBe(400);
  });
});

describe('an administrator', () => {
  test('without a second factor reaches only the own account until it is set up', async () => {
    const user = await makeUser(server.accounts, { role: 'admin', password: TEST_PASSWORD });
    const { data } = (await login(user.email)).json<LoginAnswer>();
    const headers = { authorization: `Bearer ${data}` };
    const refused = await call('GET', '/list', headers);
    expect([refused.statusCode, refused.json<Failure>().error.code]).toEqual([403, 'second_factor']);
    expect((await call('GET', '/auth/me', headers)).json<CurrentUser>().second_factor).toBe('missing');
    const { seed } = (await call('POST', '/auth/second-factor/seed', headers)).json<SecondFactorSeed>();
    await call('PUT', '/auth/second-factor', headers, { code: codeOf(seed) });
    expect((await call('GET', '/list', headers)).statusCode).toBe(200);
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(409);
  });

  test('other roles may disable it with a fresh login, and then the password is enough again', async () => {
    const { email, headers, seed } = await protectedAccount();
    expect((await call('POST', '/auth/second-factor/seed', headers)).statusCode).toBe(409);
    server.clock.ms += HOUR_MS / 2;
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(401);
    expect((await call('POST', '/auth/confirm', headers, { code: codeOf(seed) })).statusCode).toBe(200);
    const renewed = await call('POST', '/auth/second-factor/recovery-codes', headers);
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(200);
    expect((await login(email)).json<LoginAnswer>()).toMatchObject({ status: true });
  });
});
