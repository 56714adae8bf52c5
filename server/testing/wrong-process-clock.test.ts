import { randomBytes, randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import type { IngestAnswer } from '#contract/ingest.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet, makeUser, TEST_PASSWORD } from './makers.ts';

const METRICS_TOKEN = randomBytes(24).toString('hex');

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ goesByStoreClock: true, env: { METRICS_TOKEN } });
});
afterAll(() => server.close());

const ready = async () => {
  const answer = await server.app.inject({ url: '/api/readyz' });
  return { status: answer.statusCode, clock: answer.json().clock };
};

async function open(aheadMs: number) {
  server.clock.aheadMs = aheadMs;
  const owner = await makeCustomer(server.accounts);
  const outlet = await makeOutlet(server.accounts, { customerId: owner.id });
  const { key } = await makeKey(server.accounts, { outletId: outlet.id });
  const report = async (atMs: number) => {
    const event = { id: randomUUID(), type: 'view', eui: outlet.eui, timestamp: new Date(atMs).toISOString() };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      body: JSON.stringify([event]),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    return answer.json<IngestAnswer>().results[0];
  };
  return { report };
}

const WRONG = [-2 * DAY_MS, -10 * MINUTE_MS, 10 * MINUTE_MS, 2 * DAY_MS];

test.each(WRONG)('a process whose clock is %i ms off checks events like one whose clock is right', async (aheadMs) => {
  const { report } = await open(aheadMs);
  await server.measureClock();
  expect(await report(TEST_NOW)).toMatchObject({ status: 'accepted' });
  expect(await report(TEST_NOW - 30 * DAY_MS + MINUTE_MS)).toMatchObject({ status: 'accepted' });
  const ahead = await report(TEST_NOW + 6 * MINUTE_MS);
  expect(ahead).toMatchObject({ status: 'rejected', code: 'clock_ahead', retry_after: 60 });
  const late = await report(TEST_NOW - 30 * DAY_MS - MINUTE_MS);
  expect(late).toMatchObject({ status: 'rejected', code: 'too_late', retry_after: 60 });
});

test.each(WRONG)(
  'a process that is %i ms off is not ready, and a notice and a metric report it until it is right',
  async (aheadMs) => {
    await open(aheadMs);
    await server.measureClock();
    expect(await ready()).toEqual({ status: 503, clock: false });
    const notice = (await server.dependencies.notices.list()).find(({ kind }) => kind === 'clock');
    expect(notice?.text).toContain(aheadMs > 0 ? 's ahead of' : 's behind');
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { body } = await server.app.inject({ url: '/metrics', headers });
    const [, skew] = /^voltboard_clock_skew_seconds (\S+)$/m.exec(body) ?? [];
    expect(Math.round(Number(skew))).toBe(aheadMs / 1_000);

    server.clock.aheadMs = 0;
    await server.measureClock();
    expect(await ready()).toEqual({ status: 200, clock: true });
    expect((await server.dependencies.notices.list()).map(({ kind }) => kind)).not.toContain('clock');
  },
);

test('with a right clock, a late event is permanently rejected without a retry', async () => {
  const { report } = await open(0);
  await server.measureClock();
  expect(await report(TEST_NOW + 6 * MINUTE_MS)).not.toHaveProperty('retry_after');
});

test.each(WRONG)('a session that a clock off by %i ms began lasts as long as any other', async (aheadMs) => {
  await open(aheadMs);
  await server.measureClock();
  const admin = await server.asRole('admin');
  const answer = await server.app.inject({ url: '/api/auth/me', headers: admin });
  expect(answer.statusCode).toBe(200);
});

test.each(WRONG)('codes of a second factor use the shared time, %i ms off', async (aheadMs) => {
  await open(aheadMs);
  await server.measureClock();
  const { email, codeAt } = await protectedPerson();
  const answer = async (code: string) => {
    const payload = { challenge: await challengeOf(email), code };
    return (await post('/auth/second-factor', payload)).statusCode;
  };
  // A code counts only once, and the code that set up the second factor was that of the previous step.
  expect(await answer(codeAt(TEST_NOW + aheadMs))).toBe(401);
  expect(await answer(codeAt(TEST_NOW + 30_000))).toBe(200);
});

test.each(WRONG)('guesses are counted by the shared time, %i ms off', async (aheadMs) => {
  await open(0);
  await server.measureClock();
  const { email } = await makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
  const guess = async () => (await post('/login', { email, password: 'a guess' })).statusCode;
  for (let at = 0; at < 12; at += 1) await guess();
  expect(await signsIn(email)).toBe(false);
  // A clock that jumps must not make the earlier guesses expire.
  await open(aheadMs);
  await server.measureClock();
  expect(await signsIn(email)).toBe(false);
  // They expire at their usual time.
  server.clock.ms += DAY_MS;
  await server.measureClock();
  expect(await signsIn(email)).toBe(true);
  server.clock.ms = TEST_NOW;
  await server.measureClock();
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers });

const signsIn = async (email: string) => (await post('/login', { email, password: TEST_PASSWORD })).statusCode === 200;

const challengeOf = async (email: string) =>
  (await post('/login', { email, password: TEST_PASSWORD })).json<LoginAnswer>().challenge ?? '';

async function protectedPerson() {
  const user = await makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
  const headers = await server.as(user);
  const { seed } = (await post('/auth/second-factor/seed', {}, headers)).json<{ seed: string }>();
  const codeAt = (atMs: number) => new TOTP({ secret: seed }).generate({ timestamp: atMs });
  const payload = { code: codeAt(TEST_NOW) };
  const set = await server.app.inject({ method: 'PUT', url: '/api/auth/second-factor', headers, payload });
  expect(set.statusCode, set.body).toBeLessThan(300);
  return { email: user.email, codeAt };
}
