import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { Failure } from '#contract/common.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { issueAccountToken } from '../../sign-in/account-token.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from '../../testing/makers.ts';

const REFUSAL = { error: { message: 'Something was wrong. Try again' } };

let server: TestApp;
let hotel: { id: string; name: string };
beforeAll(async () => {
  server = await createTestApp({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } });
  hotel = await makeCustomer(server.accounts, { name: 'Grand Hotel' });
});
afterAll(() => server.close());

let address = 1;
/** Signs in from the current test's own address, so that failures in other tests do not count. */
const login = (body: object, headers: Record<string, string> = {}, remoteAddress = `198.51.100.${address}`) =>
  server.app.inject({ method: 'POST', url: '/api/login', payload: body, headers, remoteAddress });

async function account(given: Partial<Parameters<typeof makeUser>[1]> = {}) {
  address += 1;
  return makeUser(server.accounts, { role: 'property', customerId: hotel.id, password: TEST_PASSWORD, ...given });
}

describe('POST /login', () => {
  test('returns the status, the token as data, and the role', async () => {
    const { email } = await account();
    const answer = await login({ email, password: TEST_PASSWORD });
    expect(answer.statusCode).toBe(200);
    const { status, data, role } = answer.json<LoginAnswer>();
    expect({ status, role }).toEqual({ status: true, role: 'property' });
    const me = await server.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${data}` } });
    expect(me.json<CurrentUser>()).toMatchObject({ email, role: 'property', cid: hotel.id, customer: 'Grand Hotel' });
  });

  test('sends "no role" as an empty role', async () => {
    const { email } = await account({ role: 'full', customerId: null });
    expect((await login({ email, password: TEST_PASSWORD })).json<LoginAnswer>().role).toBe('');
  });

  test('unknown, wrong, disabled, deleted, unverified and password-less accounts get the same response', async () => {
    const accounts = [
      { email: 'nobody@test.example' },
      { email: (await account()).email, password: 'not the password' },
      await account({ disabled: 1 }),
      await account({ deletedAt: 1 }),
      await account({ verified: 0 }),
      await account({ password: null }),
      await account({ demo: 1 }),
      { email: 'not an address' },
      { email: '' },
    ];
    for (const { email, ...rest } of accounts) {
      const password = 'password' in rest ? rest.password : TEST_PASSWORD;
      const answer = await login({ email, password });
      expect([answer.statusCode, answer.json()], email).toEqual([401, REFUSAL]);
    }
  });

  test('no password opens an account without one, not even the placeholder that it is compared with', async () => {
    const { email } = await account({ password: null });
    const answer = await login({ email, password: 'no account has this password' });
    expect([answer.statusCode, answer.json()]).toEqual([401, REFUSAL]);
  });

  test('a password that waits for email verification does not open a verified account without a password', async () => {
    const { id, email } = await account({ password: null });
    const order = { userId: id, purpose: 'verify', now: TEST_NOW } as const;
    await issueAccountToken(server.accounts, { ...order, passwordHash: await hashPassword(TEST_PASSWORD) });
    const answer = await login({ email, password: TEST_PASSWORD });
    expect([answer.statusCode, answer.json()]).toEqual([401, REFUSAL]);
  });

  test('cid only asserts the own customer', async () => {
    const other = await makeCustomer(server.accounts);
    const { email } = await account();
    const statuses = [];
    for (const cid of [hotel.id, 'Grand Hotel', '', other.id, 'unknown']) {
      statuses.push((await login({ email, password: TEST_PASSWORD, cid })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 401, 401]);
  });

  test.each([
    ['an unknown field', { email: 'a@b.example', password: 'x', role: 'admin' }],
    ['a number as e-mail', { email: 5, password: 'x' }],
    ['a list as e-mail', { email: ['a@b.example'], password: 'x' }],
    ['a missing password', { email: 'a@b.example' }],
    ['a password too long to hash', { email: 'a@b.example', password: 'x'.repeat(1025) }],
  ])('rejects %s before hashing anything', async (_name, body) => {
    const answer = await login(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().error.message).toMatch(/^In the body: /);
  });
});

describe('a session', () => {
  const me = (headers: object) => server.app.inject({ url: '/api/auth/me', headers: { ...headers } });

  test('ends with logout, disabling, deletion and expiry, from the next call on', async () => {
    const user = await account();
    const headers = await server.as(user);
    expect((await me(headers)).statusCode).toBe(200);
    const gone = await server.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(gone.headers['clear-site-data']).toBe('"storage"');
    expect((await me(headers)).statusCode).toBe(401);

    for (const change of [{ disabled: 1 as const }, { deleted_at: 1 }]) {
      const victim = await account();
      const session = await server.as(victim);
      await server.accounts.updateTable('users').set(change).where('id', '=', victim.id).execute();
      expect((await me(session)).statusCode).toBe(401);
    }

    const idle = await server.as(await account());
    server.clock.ms += 61 * MINUTE_MS;
    expect((await me(idle)).statusCode).toBe(401);
    server.clock.ms = TEST_NOW;
  });

  test('sees nothing of a customer whose kind does not match the role', async () => {
    const headers = await server.as(await account({ role: 'advertiser' }));
    const answer = await server.app.inject({ url: '/api/list/summary', headers });
    expect([answer.statusCode, answer.json<Failure>().error.message]).toEqual([
      403,
      'Your account isn’t linked to a customer yet. Ask an administrator to link it.',
    ]);
  });

  test('of an administrator ends after half the idle time', async () => {
    const [admin, owner] = [await server.asRole('admin'), await server.asRole('unassigned')];
    const afterIdle = async (minutes: number) => {
      server.clock.ms += minutes * MINUTE_MS;
      return (await me(admin)).statusCode;
    };
    expect(await afterIdle(29.9)).toBe(200);
    expect(await afterIdle(29.9)).toBe(200);
    expect(await afterIdle(30)).toBe(401);
    server.clock.ms = TEST_NOW + 59.9 * MINUTE_MS;
    expect((await me(owner)).statusCode).toBe(200);
    server.clock.ms = TEST_NOW;
  });

  test('lasts at most twelve hours, even in constant use', async () => {
    const headers = await server.as(await account());
    const statuses = [];
    for (let hour = 0; hour < 13; hour += 0.5) {
      server.clock.ms = TEST_NOW + hour * 60 * MINUTE_MS;
      statuses.push((await me(headers)).statusCode);
    }
    server.clock.ms = TEST_NOW;
    expect(statuses.slice(0, 24).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(24)).toEqual([401, 401]);
  });
});

describe('a one-time code', () => {
  const exchange = (code: string, confirm: boolean) =>
    server.app.inject({ method: 'POST', url: '/api/auth/exchange', payload: { code, confirm } });

  test('first shows the account, then signs in once, even with concurrent calls', async () => {
    const user = await account({ email: 'maria@hotel.example' });
    const code = await createLoginCode(server.accounts, user.id, TEST_NOW);
    expect((await exchange(code, false)).json()).toMatchObject({
      status: false,
      data: '',
      account: 'm***@hotel.example',
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code, true)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(401)]);
    expect((await exchange(code, false)).statusCode).toBe(401);
  });

  test('is rejected after a minute', async () => {
    const code = await createLoginCode(server.accounts, (await account()).id, TEST_NOW - 61_000);
    expect((await exchange(code, true)).statusCode).toBe(401);
  });
});
