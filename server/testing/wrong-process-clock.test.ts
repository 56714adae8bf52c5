import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestAnswer } from '#contract/ingest.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet } from './makers.ts';

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
      ...{ method: 'POST', url: '/api/ingest/events', body: JSON.stringify([event]) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    return answer.json<IngestAnswer>().results[0];
  };
  return { report };
}

const WRONG = [-2 * DAY_MS, -10 * MINUTE_MS, 10 * MINUTE_MS, 2 * DAY_MS];

test.each(WRONG)('a process whose clock is %i ms off judges events as one whose clock is right', async (aheadMs) => {
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
  'one that is %i ms off is not ready, and a notice, a metric and an alert say so until it is right',
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

test('a clock that is right refuses for good what is too late, and asks nobody to send it again', async () => {
  const { report } = await open(0);
  await server.measureClock();
  expect(await report(TEST_NOW + 6 * MINUTE_MS)).not.toHaveProperty('retry_after');
});

test.each(WRONG)('a session that was begun %i ms ago by a wrong clock lasts as long as any other', async (aheadMs) => {
  await open(aheadMs);
  await server.measureClock();
  const admin = await server.asRole('admin');
  const answer = await server.app.inject({ url: '/api/auth/me', headers: admin });
  expect(answer.statusCode).toBe(200);
});
