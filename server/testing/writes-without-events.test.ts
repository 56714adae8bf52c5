// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { createHangingEvents } from './hanging-events.ts';
import { makeCampaign, makeCreative, makeCustomer, makeFlight, makeOutlet } from './makers.ts';
import { UNKNOWN_ID } from './matrix-rows.ts';
import { EXPECTED } from './matrix-table.ts';

const store = createHangingEvents();
let server: TestApp;
let admin: { authorization: string };
let flight: { id: string; campaignId: string };
beforeAll(async () => {
  server = await createTestApp({ wrapEvents: store.wrap });
  admin = await server.asRole('admin');
  await makeOutlet(server.accounts, { customerId: (await makeCustomer(server.accounts)).id });
});
afterAll(() => {
  store.hangs = false;
  return server.close();
});
beforeEach(async () => {
  store.hangs = false;
  const advertiser = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(server.accounts, { customerId: advertiser.id });
  const made = await makeFlight(server.accounts, { campaignId: campaign.id, endsAt: TEST_NOW + 30 * DAY_MS });
  await makeCreative(server.accounts, { flightId: made.id });
  flight = { id: made.id, campaignId: campaign.id };
  store.hangs = true;
  store.asked = 0;
});

type Call = { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly url: string; readonly body?: object };

async function write({ method, url, body }: Call) {
  const headers = { ...admin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  const answer = await server.app.inject({ method, url: `/api${url}`, headers, ...payload });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const rowOf = () =>
  server.accounts.selectFrom('flights').selectAll().where('id', '=', flight.id).executeTakeFirstOrThrow();
const setFlight = (row: object) =>
  server.accounts.updateTable('flights').set(row).where('id', '=', flight.id).execute();

/** Actions on a flight, with the columns that each action changes. */
const ACTS: readonly [act: string, before: object, body: object, after: object][] = [
  ['submit', { state: 'draft', approved_at: null, starts_at: TEST_NOW + DAY_MS }, {}, { state: 'in_review' }],
  ['approve', { state: 'in_review', approved_at: null, starts_at: TEST_NOW + DAY_MS }, {}, { state: 'approved' }],
  ['return', { state: 'in_review', approved_at: null }, { reason: 'Blurred.' }, { state: 'returned' }],
  ['pause', {}, {}, { paused: 1 }],
  ['resume', { paused: 1, paused_by: 'admin' }, {}, { paused: 0 }],
  ['cancel', {}, {}, { state: 'cancelled' }],
];

test('lists flights that wait for review without a query to the events store', async () => {
  await setFlight({ state: 'in_review' });
  const { body } = await server.app.inject({ method: 'GET', url: '/api/flights/reviews', headers: admin });
  expect(JSON.parse(body)).toMatchObject({ total: 1, data: [{ flight: { id: flight.id, spent: null } }] });
  expect(store.asked).toBe(0);
});

test.each(ACTS)(
  '%s is stored and answered, without figures, while the events store hangs',
  async (act, before, body, after) => {
    await setFlight({ starts_at: TEST_NOW - DAY_MS, ...before });
    const { updated_at: version } = await rowOf();
    const answer = await write({ method: 'POST', url: `/flights/${flight.id}/${act}`, body: { version, ...body } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body).toMatchObject({ id: flight.id });
    // A flight that was never approved has shown nothing, so its spending is known without a query.
    const isKnown = (await rowOf()).approved_at === null;
    expect(answer.body.spent).toBe(isKnown ? 0 : null);
    expect(await rowOf()).toMatchObject(after);
  },
);

test('stores and answers a change of an approved flight, of its campaign and of its creatives too', async () => {
  await setFlight({ starts_at: TEST_NOW - DAY_MS });
  const { updated_at: version } = await rowOf();
  const changed = await write({ method: 'PATCH', url: `/flights/${flight.id}`, body: { version, visitor_cap: 3 } });
  expect(changed).toMatchObject({ status: 200, body: { spent: null, views: null, fields: { visitor_cap: 3 } } });
  const campaign = await server.accounts
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', flight.campaignId)
    .executeTakeFirstOrThrow();
  const named = { version: campaign.updated_at, name: 'Another name' };
  const renamed = await write({ method: 'PATCH', url: `/campaigns/${campaign.id}`, body: named });
  expect(renamed).toMatchObject({
    status: 200,
    body: { name: 'Another name', spent: null, flight_rows: [{ views: null }] },
  });
  const begun = await write({ method: 'POST', url: `/campaigns/${campaign.id}/flights`, body: {} });
  expect(begun).toMatchObject({ status: 200, body: { state: 'draft', spent: 0 } });
});

test('a lower budget or daily cap gets 503 before anything is stored, even by an approval', async () => {
  await setFlight({ starts_at: TEST_NOW - DAY_MS });
  const before = await rowOf();
  const version = before.updated_at;
  const fields = JSON.stringify({ budget_micros: 5_000_000 });
  const proposal = { flight_id: flight.id, id: randomUUID(), fields, made_at: 0, made_by: '', made_by_id: null };
  await server.accounts.insertInto('flight_proposals').values(proposal).execute();
  const answers = await Promise.all([
    write({ method: 'PATCH', url: `/flights/${flight.id}`, body: { version, budget: 5 } }),
    write({ method: 'PATCH', url: `/flights/${flight.id}`, body: { version, daily_cap: 5 } }),
    write({ method: 'POST', url: `/flights/${flight.id}/approve`, body: { version } }),
  ]);
  for (const { status, body } of answers)
    expect({ status, said: body.error.message }).toEqual({ status: 503, said: expect.stringContaining('Nothing was') });
  expect(await rowOf()).toEqual(before);
  expect(await server.accounts.selectFrom('flight_proposals').selectAll().execute()).toEqual([proposal]);
});

test('the answer contains figures that are available', async () => {
  store.hangs = false;
  const { updated_at: version } = await rowOf();
  const body = { version };
  expect(await write({ method: 'POST', url: `/flights/${flight.id}/pause`, body })).toMatchObject({
    status: 200,
    body: { spent: 0, views: 0 },
  });
});

/**
 * Endpoints whose purpose is to read or write events. Without the events store, they reject requests with a delay for a
 * retry, and store nothing.
 */
const OF_EVENTS = ['/ingest/events', '/serve', '/trial', '/shared-report', '/objections', '/flights', '/campaigns'];

const PLAIN = Object.entries(EXPECTED).flatMap(([name, { body }]) => {
  const [method = '', path = ''] = name.split(' ');
  if (method === 'GET' || !path.startsWith('/api/')) return [];
  const url = path.slice('/api'.length);
  const isOfEvents = OF_EVENTS.some((part) => url.startsWith(part) || url.endsWith(part));
  const endsSession = url === '/auth/logout' || url === '/auth/sessions' || url === '/account';
  return isOfEvents || endsSession ? [] : [[`${method} ${url}`, method as Call['method'], url, body] as const];
});

test.each(PLAIN)('%s sends no query to the events store', async (_, method, url, body) => {
  const named = url.replaceAll(/:[a-z_]+/g, UNKNOWN_ID);
  const answer = await write({ method, url: named, ...(body === undefined ? {} : { body }) });
  expect(answer.status).toBeLessThan(500);
  expect(store.asked).toBe(0);
});

/** Requests of the frame of every page. */
test.each(['/notices', '/alerts', '/flights/reviews', '/config', '/auth/me'])(
  'GET %s is answered while the events store hangs',
  async (url) => {
    const answer = await server.app.inject({ method: 'GET', url: `/api${url}`, headers: admin });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(store.asked).toBe(0);
  },
);

test('the onboarding steps wait only a moment for the events store, and then assume a first event', async () => {
  const { body } = await server.app.inject({ method: 'GET', url: '/api/first-steps', headers: admin });
  expect(JSON.parse(body).data).toContainEqual({ step: 'event', done: true });
});
