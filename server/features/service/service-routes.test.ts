import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultKind, IngestAnswer } from '#contract/ingest.ts';
import type { OutletService, ServedOutlet, ServiceCounts } from '#contract/service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet, makeVenue, reassignOutlet } from '../../testing/makers.ts';
import { forgetContacts } from './forget-contacts.ts';

type List = { counts: ServiceCounts; data: ServedOutlet[]; next_cursor: string | null };
type Headers = { authorization: string };

let server: TestApp;
let admin: Headers;
let alpha: Headers;
let beta: Headers;
let betaId: string;
let betaVenueId: string;
let gateway: string;
const outlets: Record<'up' | 'gappy' | 'dead' | 'unseen' | 'foreign', { id: string; eui: string }> = {} as never;

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const owner = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const other = await makeCustomer(accounts, { name: 'Beta Bars' });
  betaId = other.id;
  betaVenueId = (await makeVenue(accounts, { customerId: other.id, timeZone: 'UTC' })).id;
  const venueId = (await makeVenue(accounts, { customerId: owner.id, name: 'Grand hall', timeZone: 'UTC' })).id;
  for (const [at, name] of (['up', 'gappy', 'dead', 'unseen'] as const).entries())
    outlets[name] = await makeOutlet(accounts, { customerId: owner.id, venueId, eui: `00000000000000a${at + 1}` });
  outlets.foreign = await makeOutlet(accounts, { customerId: other.id, venueId: betaVenueId, eui: '00000000000000b1' });
  gateway = (await makeKey(accounts, { customerId: owner.id })).key;
  admin = await server.asRole('admin');
  alpha = await server.asRole('property', owner.id);
  beta = await server.asRole('property', other.id);
  const beats = (eui: string, minutes: readonly number[]) => minutes.map((ago) => event(eui, ago, 'heartbeat'));
  const every = (from: number, to: number) =>
    Array.from({ length: Math.floor((from - to) / 5) + 1 }, (_, beat) => from - beat * 5);
  // Two days: one outlet lost an hour, and one is silent since noon of the previous day.
  await report(beats(outlets.up.eui, every(2_880, 0)));
  await report(beats(outlets.gappy.eui, [...every(2_880, 660), ...every(600, 0)]));
  await report(beats(outlets.dead.eui, every(2_880, 1_500)));
});
afterAll(() => server.close());

const event = (eui: string, minutesAgo: number, type: string, fault?: FaultKind) => ({
  id: randomUUID(),
  type,
  eui,
  timestamp: new Date(TEST_NOW - minutesAgo * MINUTE_MS).toISOString(),
  ...(fault === undefined ? {} : { fault }),
});

async function report(events: readonly object[]): Promise<void> {
  const headers = { authorization: `Bearer ${gateway}` };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers,
    payload: [...events],
  });
  expect(answer.json<IngestAnswer>(), answer.payload).toMatchObject({ rejected: 0 });
}

async function read<Answer>(headers: Headers, url: string): Promise<Answer> {
  const answer = await server.app.inject({ url: `/api/outlets${url}`, headers });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json<Answer>();
}

test('every count equals its list, and an owner sees its own outlets only', async () => {
  await report([
    event(outlets.gappy.eui, 30, 'fault', 'overheating'),
    event(outlets.up.eui, 20, 'fault', 'power_back'),
  ]);
  for (const [headers, euis] of [
    [alpha, 4],
    [beta, 1],
    [admin, 5],
  ] as const) {
    const { counts, data } = await read<List>(headers, '');
    expect([counts.all, data.length]).toEqual([euis, euis]);
    for (const show of ['online', 'late', 'offline', 'never', 'faulty'] as const)
      expect((await read<List>(headers, `?show=${show}`)).data.length, show).toBe(counts[show]);
    expect(counts.online + counts.late + counts.offline + counts.never).toBe(counts.all);
  }
  expect((await read<List>(alpha, '')).counts).toEqual({ all: 4, online: 2, late: 0, offline: 1, never: 1, faulty: 1 });
});

test('pages have no gap and no repetition', async () => {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await read<List>(admin, `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    found.push(...page.data.map(({ eui }) => eui));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(found).toEqual(Object.values(outlets).map(({ eui }) => eui));
  expect((await read<List>(alpha, '?q=grand')).data.length).toBe(4);
  expect((await read<List>(alpha, '?q=00-00-00-00-00-00-00-a2')).data.map(({ id }) => id)).toEqual([outlets.gappy.id]);
});

test('uptime is exact from the first contact on, and unknown for outlets without contact', async () => {
  const { data } = await read<List>(alpha, '');
  const uptimes = Object.fromEntries(data.map(({ eui, uptime }) => [eui, uptime]));
  expect(uptimes).toEqual({
    [outlets.up.eui]: 1,
    // The outlet was still up for the first quarter of the lost hour.
    [outlets.gappy.eui]: (2_880 - 45) / 2_880,
    [outlets.dead.eui]: (2_880 - 1_500 + 15) / 2_880,
    [outlets.unseen.eui]: null,
  });
});

test('the page of an outlet shows its days, silences and faults', async () => {
  const { days, timeline, uptime, known_since, left_out } = await read<OutletService>(
    alpha,
    `/${outlets.gappy.id}?days=3`,
  );
  expect(known_since).toBe(new Date(TEST_NOW - 2 * DAY_MS).toISOString());
  expect(uptime).toBe((2_880 - 45) / 2_880);
  expect(days.map(({ date, uptime: of, faults }) => [date, of, faults])).toEqual([
    ['2026-11-19', 1, 0],
    ['2026-11-20', 1, 0],
    // Twelve hours until noon, with the silence of 45 minutes from 01:15.
    ['2026-11-21', (720 - 45) / 720, 1],
  ]);
  expect(days.reduce((sum, { contact_minutes }) => sum + contact_minutes, 0)).toBe((2_880 - 660) / 5 + 1 + 120);
  expect(timeline).toEqual([
    { kind: 'fault', fault: 'overheating', from: new Date(TEST_NOW - 30 * MINUTE_MS).toISOString(), to: null },
    {
      kind: 'silent',
      fault: null,
      from: '2026-11-21T01:15:00.000Z',
      to: new Date(TEST_NOW - 10 * HOUR_MS).toISOString(),
    },
  ]);
  expect(left_out).toBe(0);
});

test('a continuing silence has no end, and another customer gets 404', async () => {
  const { timeline } = await read<OutletService>(alpha, `/${outlets.dead.id}?days=3`);
  expect(timeline).toEqual([
    {
      kind: 'silent',
      fault: null,
      to: null,
      from: new Date(TEST_NOW - 1_485 * MINUTE_MS).toISOString(),
    },
  ]);
  const strange = await server.app.inject({ url: `/api/outlets/${outlets.dead.id}`, headers: beta });
  expect(strange.statusCode).toBe(404);
});

test('the current holder sees nothing of the time of other holders', async () => {
  await report([event(outlets.dead.eui, 1_600, 'fault', 'overheating')]);
  await reassignOutlet(server.accounts, {
    outletId: outlets.dead.id,
    customerId: betaId,
    venueId: betaVenueId,
    at: TEST_NOW - DAY_MS,
  });
  const { places, timeline, uptime } = await read<OutletService>(beta, `/${outlets.dead.id}?days=3`);
  expect(places.map(({ customer }) => customer)).toEqual(['Beta Bars']);
  expect(timeline.map(({ from }) => from)).toEqual([new Date(TEST_NOW - DAY_MS).toISOString()]);
  expect(uptime).toBe(0);
  const { counts, data } = await read<List>(beta, '');
  expect(counts.faulty).toBe(0);
  expect((await read<List>(beta, '?show=faulty')).data).toEqual([]);
  expect(data.find(({ id }) => id === outlets.dead.id)).toMatchObject({ faults: 0, last_fault: null });
  const all = await read<List>(admin, '?show=faulty');
  expect(all.data.find(({ id }) => id === outlets.dead.id)).toMatchObject({ faults: 1 });
  expect((await read<OutletService>(admin, `/${outlets.dead.id}`)).places.length).toBe(2);
});

test('keeps minutes and faults for 400 days', async () => {
  const { accounts } = server;
  const left = async () => [
    (await accounts.selectFrom('contact_hours').selectAll().execute()).length > 0,
    (await accounts.selectFrom('outlet_faults').selectAll().execute()).length,
  ];
  await forgetContacts(accounts, TEST_NOW + 398 * DAY_MS);
  expect(await left()).toEqual([true, 3]);
  await forgetContacts(accounts, TEST_NOW + 401 * DAY_MS);
  expect(await left()).toEqual([false, 0]);
});
