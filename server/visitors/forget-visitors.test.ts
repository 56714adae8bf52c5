import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet } from '../testing/makers.ts';
import { forgetVisitors } from './forget-visitors.ts';
import { forgottenBefore } from './visitors-known-from.ts';

const EUI = '00000000000000e2';

let test_: TestApp;
let key: string;
let admin: { authorization: string };
let sealJob: SealJob;

beforeAll(async () => {
  test_ = await createTestApp({ env: { VISITOR_DATA_DAYS: '20' } });
  const { accounts, events, ledger, clock } = test_;
  const { id: customerId } = await makeCustomer(accounts, { name: 'Alpha' });
  const outlet = await makeOutlet(accounts, { customerId, eui: EUI });
  key = (await makeKey(accounts, { outletId: outlet.id })).key;
  admin = await test_.asRole('admin');
  sealJob = createSealJob(events, ledger, () => clock.ms);
});
afterAll(async () => {
  await sealJob.close();
  await test_.close();
});

const view = (atMs: number) => ({
  id: randomUUID(),
  type: 'view',
  eui: EUI,
  ip: '203.0.113.7',
  cryptic: 'token-1',
  fingerprint: 'fee1dead0badc0de5afe0ddba11f00d5',
  timestamp: new Date(atMs).toISOString(),
});

async function send(event: object): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await test_.app.inject({ method: 'POST', url: '/api/ingest/events', headers, payload: [event] });
  return answer.json().results[0].status;
}

const views = async () => (await test_.app.inject({ url: `/api/list/devices/${EUI}/views`, headers: admin })).json();
const named = async () => (await views()).data.map(({ fingerprint }: { fingerprint: string }) => fingerprint !== '');
const rows = () =>
  test_.events.query<{ names: number }>({
    sql: `SELECT fingerprint != toFixedString('', 16) OR ip != toIPv6('::') OR cryptic != '' AS names FROM events FINAL ORDER BY ts`,
    scope: { kind: 'all' },
  });
const forget = (aheadMs = 0) => {
  const { accounts, events, config, clock, dependencies } = test_;
  return forgetVisitors({
    accounts,
    events,
    sealJob,
    live: dependencies.live,
    visitorDataDays: config.visitorDataDays,
    now: () => clock.ms + aheadMs,
    time: async () => clock.ms,
  });
};

test('the last days and today keep visitor data, and a day begins in UTC', () => {
  expect(forgottenBefore(null, TEST_NOW)).toBeNull();
  expect(forgottenBefore(30, TEST_NOW)).toBe(Date.UTC(2026, 9, 22));
  expect(forgottenBefore(1, Date.UTC(2026, 0, 1))).toBe(Date.UTC(2025, 11, 31));
});

test('removes visitor data from older and late events, and keeps every event and figure', async () => {
  const edge = Date.UTC(2026, 10, 1);
  for (const at of [edge - 1, edge, TEST_NOW - MINUTE_MS]) expect(await send(view(at))).toBe('accepted');
  // Older than the retention when it arrived.
  expect((await rows()).map(({ names }) => Boolean(names))).toEqual([false, true, true]);
  await sealJob.runNow();
  const figures = await views();
  // Only the shared clock decides which data is old.
  expect(await forget(30 * DAY_MS)).toBe(0);
  test_.clock.ms += DAY_MS;
  admin = await test_.asRole('admin');

  expect(await forget()).toBe(1);
  expect((await rows()).map(({ names }) => Boolean(names))).toEqual([false, false, true]);
  expect(await named()).toEqual([true, false, false]);
  expect((await views()).views_total).toBe(figures.views_total);
  expect(await forget()).toBe(0);

  await sealJob.compareNow();
  expect(await named()).toEqual([true, false, false]);
});
