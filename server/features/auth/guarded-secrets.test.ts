import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { issueAccountToken } from '../../sign-in/account-token.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from '../../testing/makers.ts';

/** Every operation that takes a secret, with the reason why guessing is limited. Add new operations here. */
const DOORS: Readonly<Record<string, string>> = {
  'post /api/login': 'guesses are counted before they are compared',
  'post /api/auth/second-factor': 'guesses are counted before they are compared',
  'post /api/auth/link': 'guesses are counted before they are compared',
  'post /api/auth/confirm': 'guesses are counted before they are compared',
  'post /api/auth/passkeys/sign-in': 'guesses are counted before they are compared',
  'post /api/auth/passkeys/sign-in/options': '256 random bits, compared with nothing that can be guessed',
  'put /api/auth/password': 'guesses are counted before they are compared',
  'put /api/auth/second-factor': 'guesses are counted before they are compared',
  'post /api/shared-report': '256 random bits; guesses of its password are counted before they are compared',
  'post /api/ad-preview': 'a signature of 256 bits, compared in constant time',
  'get /api/unsubscribe': 'a signature of 256 bits, compared in constant time',
  'post /api/unsubscribe': 'a signature of 256 bits, compared in constant time',
  'post /api/auth/exchange': '256 random bits, taken once',
  'put /api/auth/password-reset': '256 random bits, taken once',
  'put /api/auth/verify-email': '256 random bits; a second use changes nothing',
  'get /api/list': '256 random bits, taken once',
  'get /api/auth/callback/{provider}': '256 random bits, taken once',
  'post /api/auth/signup': 'the password is chosen here, not compared',
  'post /api/saved-reports/{id}/links': 'the password is chosen here, not compared',
};
/** Operations whose `code` field is not a secret, because it names a flight. */
const OPEN = ['post /api/campaigns/{id}/flights'];
const SECRET = /^(password|current_password|code|challenge|token|request|t|signature)$/;

const CROWD = 50;
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PUT';
type Call = { readonly headers?: Record<string, string>; readonly payload?: object };
const call = (method: Method, url: string, { headers = {}, payload }: Call = {}) =>
  server.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });

/** Sends the same or a similar call many times concurrently. Returns the count of each status. */
async function crowd(send: (index: number) => ReturnType<typeof call>): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: CROWD }, (_, index) => send(index)));
  const counts: Record<number, number> = {};
  for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

const countEntries = async (action: string, subject: string): Promise<number> =>
  (
    await server.accounts
      .selectFrom('audit_log')
      .select('seq')
      .where('action', '=', action)
      .where('subject', '=', subject)
      .execute()
  ).length;

const person = (given: Partial<Parameters<typeof makeUser>[1]> = {}) =>
  makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD, ...given });

/** An account with a second factor, and the codes of its app. */
async function protectedPerson() {
  const user = await person();
  const headers = await server.as(user);
  const { seed } = (await call('POST', '/auth/second-factor/seed', { headers })).json<{ seed: string }>();
  const codeAt = (at: number) => new TOTP({ secret: seed }).generate({ timestamp: at });
  await call('PUT', '/auth/second-factor', { headers, payload: { code: codeAt(TEST_NOW) } });
  return { ...user, headers, codeAt };
}

test('lists every operation that takes a secret', async () => {
  type Described = { parameters?: { name: string }[]; requestBody?: unknown };
  const { paths } = (await call('GET', '/openapi.json')).json<{ paths: Record<string, Record<string, Described>> }>();
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const names = [...JSON.stringify(requestBody ?? {}).matchAll(/"(\w+)":\{/g)].map(([, name]) => name ?? '');
      return [...parameters.map(({ name }) => name), ...names].some((name) => SECRET.test(name))
        ? [`${method} ${path}`]
        : [];
    }),
  );
  expect(found.filter((door) => !OPEN.includes(door)).sort()).toEqual(Object.keys(DOORS).sort());
});

describe('fifty concurrent calls', () => {
  test('compare ten passwords of an account', async () => {
    const { email } = await person();
    expect(await crowd(() => call('POST', '/login', { payload: { email, password: 'guess' } }))).toEqual({
      401: CROWD,
    });
    expect(await countEntries('session.refused', email)).toBe(10);
    expect(await countEntries('session.throttled', email)).toBe(CROWD - 10);
    expect((await call('POST', '/login', { payload: { email, password: TEST_PASSWORD } })).statusCode).toBe(401);
  });

  test('compare five proofs within a session, and end the session', async () => {
    for (const [method, url, payload] of [
      ['POST', '/auth/confirm', { password: 'guess' }],
      ['POST', '/auth/confirm', { code: '000000' }],
      ['PUT', '/auth/password', { current_password: 'guess', new_password: 'eleven quiet copper lanterns' }],
    ] as const) {
      const user = await person();
      const headers = await server.as(user);
      expect(await crowd(() => call(method, url, { headers, payload }))).toEqual({ 400: 4, 401: CROWD - 4 });
      const left = await server.accounts
        .selectFrom('audit_log')
        .select('seq')
        .where('action', '=', 'session.unconfirmed')
        .where('actor_id', '=', user.id)
        .execute();
      expect(left).toHaveLength(5);
      const late = await call('POST', '/auth/confirm', { headers, payload: { password: TEST_PASSWORD } });
      expect(late.statusCode).toBe(401);
    }
  });

  test('compare five codes of a second factor, regardless of the number of started sign-ins', async () => {
    const { email, codeAt } = await protectedPerson();
    const begin = async () =>
      (await call('POST', '/login', { payload: { email, password: TEST_PASSWORD } })).json<LoginAnswer>().challenge ??
      '';
    const challenges = await Promise.all(Array.from({ length: 10 }, begin));
    const send = (index: number) => {
      const code = index % 2 === 0 ? '000000' : `aaaabbbbccccddd${index % 10}`;
      return call('POST', '/auth/second-factor', { payload: { challenge: challenges[index % 10], code } });
    };
    expect(await crowd(send)).toEqual({ 401: CROWD });
    expect(await countEntries('second-factor.refused', email)).toBe(5);
    const payload = { challenge: await begin(), code: codeAt(TEST_NOW + 30_000) };
    expect((await call('POST', '/auth/second-factor', { payload })).statusCode).toBe(401);
  });

  test('compare five first codes of a new second factor', async () => {
    const headers = await server.as(await person());
    await call('POST', '/auth/second-factor/seed', { headers });
    const send = () => call('PUT', '/auth/second-factor', { headers, payload: { code: '000000' } });
    expect(await crowd(send)).toEqual({ 400: 5, 429: CROWD - 5 });
  });

  test('compare five passwords when connecting a provider', async () => {
    const { id, email } = await person();
    const [request, mark] = [randomToken(), randomToken()];
    await server.accounts
      .insertInto('link_requests')
      .values({
        id: hashToken(request),
        user_id: id,
        provider: 'google',
        issuer: 'https://a.example',
        subject: 's',
        email,
        browser_hash: hashToken(mark),
        attempts: 0,
        expires_at: TEST_NOW + MINUTE_MS,
        used_at: null,
      })
      .execute();
    const send = () =>
      call('POST', '/auth/link', { headers: { cookie: `vb-visit=${mark}` }, payload: { request, password: 'guess' } });
    expect(await crowd(send)).toEqual({ 400: CROWD - 5, 401: 5 });
  });

  test('create one session from a one-time code, and set one new password with a mailed link', async () => {
    const user = await person();
    const code = await createLoginCode(server.accounts, user.id, TEST_NOW);
    expect(await crowd(() => call('POST', '/auth/exchange', { payload: { code, confirm: true } }))).toEqual({
      200: 1,
      401: CROWD - 1,
    });
    const { value: token } = await issueAccountToken(server.accounts, {
      userId: user.id,
      purpose: 'reset',
      now: TEST_NOW,
    });
    const send = (index: number) =>
      call('PUT', '/auth/password-reset', { payload: { token, password: `quiet lanterns over ${index} rivers` } });
    expect(await crowd(send)).toEqual({ 200: 1, 400: CROWD - 1 });
  });

  test('return one document for a print ticket', async () => {
    const { id: cid } = await makeCustomer(server.accounts);
    const headers = await server.as(await person({ role: 'property', customerId: cid }));
    const asked = await call('POST', '/list/print-ticket', { headers, payload: { cid, role: 'property' } });
    const { url } = asked.json<{ url: string }>();
    expect(await crowd(() => call('GET', url.replace('/api', '')))).toEqual({ 200: 1, 401: CROWD - 1 });
  });
});
