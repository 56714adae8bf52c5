// Played by `npm run test:full` alone.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { forgetExpired } from '../../databases/accounts/forget-expired.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';

const REFUSAL = { error: { message: 'Something was wrong. Try again' } };

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
afterEach(() => {
  server.clock.ms = TEST_NOW;
});

let address = 0;
type From = { readonly ip?: string; readonly cookie?: string };
const login = (email: string, password: string, { ip = `198.51.100.${address}`, cookie }: From = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    remoteAddress: ip,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

async function account() {
  address += 1;
  return makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
}

/** Signs in, so that the returned cookie makes the browser known to the account. */
const knownBrowserOf = async (email: string, cookie = '') =>
  cookieOf(await login(email, TEST_PASSWORD, { ip: '192.0.2.250', cookie }));

async function guess(email: string, times: number, from: (index: number) => From = () => ({})) {
  for (let index = 0; index < times; index += 1) await login(email, 'guess', from(index));
}

/** Counts the attempts that were compared, and those that were rejected without a comparison. */
async function entries(subject: string) {
  const rows = await server.accounts
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', subject)
    .where('action', 'in', ['session.refused', 'session.throttled'])
    .execute();
  const count = (name: string) => rows.filter(({ action }) => action === name).length;
  return { compared: count('session.refused'), throttled: count('session.throttled') };
}

test('ten failures block unknown browsers with the same response, for exactly sixteen minutes', async () => {
  const { email } = await account();
  const guesses = byLength(60, 300);
  await guess(email, guesses, (index) => ({ ip: `203.0.113.${index % 200}` }));
  const stranger = await login(email, TEST_PASSWORD, { ip: '203.0.113.222' });
  expect([stranger.statusCode, stranger.json()]).toEqual([401, REFUSAL]);
  expect(await entries(email)).toEqual({ compared: 10, throttled: guesses - 9 });
  server.clock.ms += 16 * MINUTE_MS;
  expect((await login(email, TEST_PASSWORD, { ip: '203.0.113.222' })).statusCode).toBe(200);
});

test('a day of guessing from many addresses gets a hundred comparisons, and the owner waits for one refill at most', async () => {
  const { email } = await account();
  for (let minute = 0; minute < 24 * 60; minute += byLength(12, 4)) {
    server.clock.ms = TEST_NOW + minute * MINUTE_MS;
    await login(email, 'guess', { ip: `192.0.2.${minute % 199}` });
  }
  expect((await entries(email)).compared).toBeLessThanOrEqual(100);
  server.clock.ms += 16 * MINUTE_MS;
  expect((await login(email, TEST_PASSWORD, { ip: '192.0.2.240' })).statusCode).toBe(200);
});

test('a successful login resets the budget of its browser, so nine earlier mistakes no longer count', async () => {
  const { email } = await account();
  let cookie = '';
  for (let round = 0; round < 3; round += 1) {
    await guess(email, 9, () => ({ cookie }));
    const answer = await login(email, TEST_PASSWORD, { cookie });
    expect(answer.statusCode).toBe(200);
    cookie = cookieOf(answer);
  }
});

test('frequent logins of the owner give strangers no more guesses', async () => {
  const { email, id } = await account();
  const cookie = await knownBrowserOf(email);
  for (let round = 0; round < 54; round += 1) {
    await login(email, 'guess', { ip: `203.0.113.${round}` });
    // Signs in from a known browser, and every third time from an unknown browser, which works while its budget lasts.
    const owner = round % 3 === 0 ? { ip: '192.0.2.7' } : { ip: '192.0.2.7', cookie };
    const answer = await login(email, TEST_PASSWORD, owner);
    expect(answer.statusCode).toBe('cookie' in owner || round < 9 ? 200 : 401);
    const code = await createLoginCode(server.accounts, id, server.clock.ms);
    await server.app.inject({ method: 'POST', url: '/api/auth/exchange', payload: { code, confirm: true } });
  }
  expect((await entries(email)).compared).toBe(10);
});

test('strangers cannot block a known browser, neither through its account nor from its address', async () => {
  const { email } = await account();
  const cookie = await knownBrowserOf(email);
  await guess(email, 20, (index) => ({ ip: `203.0.113.${index}` }));
  const ip = '203.0.113.251';
  for (let index = 0; index < 130; index += 1) await login(`nobody${index}@invented.example`, 'guess', { ip });
  const strange = await account();
  expect((await login(strange.email, TEST_PASSWORD, { ip })).statusCode).toBe(401);
  expect((await login(email, TEST_PASSWORD, { ip, cookie })).statusCode).toBe(200);
  // The address has to wait for only seconds. The account has to wait for its refill, regardless of the known browser.
  server.clock.ms += 3_000;
  expect((await login(strange.email, TEST_PASSWORD, { ip })).statusCode).toBe(200);
  expect((await login(email, TEST_PASSWORD, { ip })).statusCode).toBe(401);
  server.clock.ms += 16 * MINUTE_MS;
  expect((await login(email, TEST_PASSWORD, { ip })).statusCode).toBe(200);
});

test('each known browser has its own budget, and a made-up cookie has none', async () => {
  const { email } = await account();
  const [one, two] = [await knownBrowserOf(email), await knownBrowserOf(email)];
  expect(one).not.toBe(two);
  expect(await knownBrowserOf(email, one)).toBe(one);
  await guess(email, 10, () => ({ cookie: one }));
  expect((await login(email, TEST_PASSWORD, { cookie: one })).statusCode).toBe(401);
  expect((await login(email, TEST_PASSWORD, { cookie: two })).statusCode).toBe(200);
  await guess(email, 10, (index) => ({
    cookie: `vb-known=AAAAAAAAAAA${index}${one.slice(21)}`,
    ip: `203.0.113.${index}`,
  }));
  expect((await login(email, TEST_PASSWORD, { ip: '203.0.113.99' })).statusCode).toBe(401);
  const other = await account();
  await guess(other.email, 10, () => ({ cookie: one }));
  expect((await login(other.email, TEST_PASSWORD, { cookie: one })).statusCode).toBe(401);
});

test('a one-time link ends the wait in its own browser only', async () => {
  const { email, id } = await account();
  await guess(email, 11);
  const code = await createLoginCode(server.accounts, id, server.clock.ms);
  const entered = await server.app.inject({
    method: 'POST',
    url: '/api/auth/exchange',
    payload: { code, confirm: true },
  });
  expect((await login(email, TEST_PASSWORD)).statusCode).toBe(401);
  expect((await login(email, TEST_PASSWORD, { cookie: cookieOf(entered) })).statusCode).toBe(200);
});

test('counts all addresses of an IPv6 network as one', async () => {
  const { email } = await account();
  for (const host of [':1', ':2', 'ffff:ffff:ffff:ffff']) await login(email, 'guess', { ip: `2001:db8:0:7:${host}` });
  const rows = await server.accounts
    .selectFrom('attempt_budgets')
    .select('whole_at')
    .where('subject', 'like', 'address:2001:db8:0:7%')
    .execute();
  expect(rows).toEqual([{ whole_at: TEST_NOW + 3 * 3_000 }]);
});

test('rejects a flood with Retry-After, without waiting and without counting it', async () => {
  const { email } = await account();
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => login(email, 'guess', { ip: `192.0.2.${index % 50}` })),
  );
  const busy = answers.filter(({ statusCode }) => statusCode === 503);
  expect(busy.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  const { compared, throttled } = await entries(email);
  expect(compared).toBeLessThanOrEqual(10);
  expect(compared + throttled + busy.length).toBe(80);
});

test('deletes full budgets', async () => {
  await account();
  await forgetExpired(server.accounts, TEST_NOW + 2 * DAY_MS);
  expect(await server.accounts.selectFrom('attempt_budgets').selectAll().execute()).toEqual([]);
});
