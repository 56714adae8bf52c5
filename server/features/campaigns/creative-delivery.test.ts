import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Creative } from '#contract/flight-parts.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeApiToken, OWN_SCOPES } from '../../testing/make-api-token.ts';
import {
  makeCampaign,
  makeCreative,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
} from '../../testing/makers.ts';

// Weights, UTM parameters, figures by creative, and preview links.

let server: TestApp;
let headers: { authorization: string };
let flight: { readonly id: string; readonly code: string };
let creatives: readonly { readonly id: string }[];
let outlet: { readonly eui: string; readonly key: string };
let campaignId: string;

beforeAll(async () => {
  server = await createTestApp();
  await server.dependencies.playServer.ready();
  const { accounts } = server;
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser', name: 'Cascade' });
  // A token, because a session would end while the clock advances.
  const { id: userId } = await makeUser(accounts, { role: 'advertiser', customerId: advertiser.id });
  headers = (await makeApiToken(accounts, { userId, scopes: OWN_SCOPES, at: TEST_NOW })).headers;
  const owner = await makeCustomer(accounts);
  const made = await makeOutlet(accounts, { customerId: owner.id });
  outlet = { eui: made.eui, key: (await makeKey(accounts, { outletId: made.id })).key };
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  campaignId = campaign.id;
  flight = await makeFlight(accounts, {
    plain: false,
    campaignId,
    model: 'flat',
    priceMicros: 1_000,
    budgetMicros: 1_000_000_000,
    startsAt: TEST_NOW - DAY_MS,
    endsAt: TEST_NOW + 60 * DAY_MS,
  });
  await accounts.updateTable('flights').set({ pacing: 'fast' }).where('id', '=', flight.id).execute();
  creatives = [
    await makeCreative(accounts, { flightId: flight.id }),
    await makeCreative(accounts, { flightId: flight.id }),
  ];
});
afterAll(() => server.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(method: Method, url: string, body?: object, as: object = headers) {
  const payload = body === undefined ? {} : { payload: body };
  const answer = await server.app.inject({ method, url: `/api${url}`, headers: { ...as }, ...payload });
  return { status: answer.statusCode, body: answer.json() };
}
const byKey = () => ({ authorization: `Bearer ${outlet.key}` });

const flightNow = async () => (await call('GET', `/flights/${flight.id}`)).body;
const change = async (at: number, body: object) => {
  const { version } = await flightNow();
  return call('PATCH', `/flights/${flight.id}/creatives/${creatives[at]?.id}`, { version, ...body });
};

async function served(count: number): Promise<readonly ServedPlay[]> {
  const plays: ServedPlay[] = [];
  while (plays.length < count) {
    const { body } = await call('POST', '/serve', { eui: outlet.eui, count: 1 }, byKey());
    const { plays: next, reason } = body as ServeAnswer;
    if (next.length === 0) throw new Error(`no play: ${reason}`);
    plays.push(...next);
    const events = next.map(({ id, token }) => ({
      id,
      type: 'view',
      eui: outlet.eui,
      cryptic: token,
      timestamp: new Date(server.clock.ms).toISOString(),
    }));
    const { body: told } = await call('POST', '/ingest/events', events, byKey());
    expect(told.results).toMatchObject(next.map(() => ({ status: 'accepted' })));
    // Another visitor at another time, so that no rule for invalid traffic applies.
    server.clock.ms += DAY_MS / 24;
  }
  return plays;
}

test('creatives are shown as often as their weights say, with the parameters of their targets', async () => {
  const refused = await change(0, { weight: 101 });
  expect(refused).toMatchObject({ status: 400, body: { error: { fields: { weight: expect.any(String) } } } });
  const { version } = (await call('GET', `/campaigns/${campaignId}`)).body;
  const utm = { utm_source: 'voltboard', utm_medium: 'screen' };
  const named = await call('PATCH', `/campaigns/${campaignId}`, { version, utm });
  expect(named.body).toMatchObject({ utm });
  const changed = await change(0, { weight: 3, utm: { utm_medium: 'lobby', utm_term: ' ' } });
  expect(changed.body.creatives.map(({ weight, utm: own }: Creative) => ({ weight, own }))).toEqual([
    { weight: 3, own: { utm_medium: 'lobby' } },
    { weight: 1, own: {} },
  ]);
  const plays = await served(8);
  const targets = plays.map(({ creative }) => new URL(creative.target).searchParams);
  expect(targets.map((of) => of.get('utm_source'))).toEqual(plays.map(() => 'voltboard'));
  const lobby = targets.filter((of) => of.get('utm_medium') === 'lobby');
  expect(lobby).toHaveLength(6);
  const history = await call('GET', `/flights/${flight.id}/history`);
  expect(history.body.data[0]).toMatchObject({
    action: 'flight.creative-changed',
    changes: [{ field: 'creative', after: expect.stringContaining('weight 3, utm_medium=lobby') }],
  });
});

test('figures are split by the creative of each view, and clicks follow their view', async () => {
  const [first] = await served(1);
  const click = { id: '01900000-0000-4000-8000-0000000000c1', type: 'click', eui: outlet.eui, view_id: first?.id };
  await call('POST', '/ingest/events', [{ ...click, timestamp: new Date(server.clock.ms).toISOString() }], byKey());
  const { status, body } = await call('GET', `/flights/${flight.id}/creative-figures`);
  expect(status).toBe(200);
  const [one, other] = body.creatives;
  expect(one.views + other.views).toBe(9);
  expect(one.views).toBeGreaterThan(other.views);
  expect(one.clicks + other.clicks).toBe(1);
  const clicked = one.clicks === 1 ? one : other;
  expect(clicked.click_rate).toBeCloseTo(1 / clicked.views);
  expect(body.other).toMatchObject({ views: 0, clicks: 0, click_rate: null });
  // Reports name the flight with its code, and filter by the code.
  await server.accounts.updateTable('flights').set({ label: 'Lobby' }).where('id', '=', flight.id).execute();
  const report = await call('GET', '/reports?dimensions=flight&metrics=views&range=7d');
  expect(report.body.data).toMatchObject([
    { of: [{ id: flight.code, label: `Lobby (${flight.code})` }], values: { views: 9 } },
  ]);
  const stranger = await server.as(
    await makeUser(server.accounts, {
      role: 'advertiser',
      customerId: (await makeCustomer(server.accounts, { kind: 'advertiser' })).id,
    }),
  );
  expect(await call('GET', `/flights/${flight.id}/creative-figures`, undefined, stranger)).toMatchObject({
    status: 404,
  });
});

test('a preview link opens without an account, until it expires or the creative is removed', async () => {
  const link = (at: number, body: object = {}) =>
    call('POST', `/flights/${flight.id}/creatives/${creatives[at]?.id}/preview-link`, body);
  const { body } = await link(0, { days: 2 });
  expect(body.url).toBe(`${server.config.publicUrl}/ad-preview#${body.token}`);
  const open = (token: string) => call('POST', '/ad-preview', { token }, {});
  const shown = await open(body.token);
  expect(shown).toMatchObject({
    status: 200,
    body: { sponsor: 'Cascade', url: expect.stringMatching(/^\/api\/creatives/) },
  });
  expect(shown.body.click_target).toContain('utm_source=voltboard');
  // Neither another creative nor a later end can be written into a link.
  const [mark = '', expiry = '', ...rest] = body.token.split('.');
  const another = `vbp_${creatives[1]?.id.replaceAll('-', '')}`;
  const later = (Number.parseInt(expiry, 36) + 9_999).toString(36);
  for (const forged of [[another, expiry, ...rest], [mark, later, ...rest], [mark, expiry, 'x', 'y'], ['x']])
    expect(await open(forged.join('.'))).toMatchObject({ status: 404 });
  const last = (await link(1, { days: 30 })).body.token;
  expect(await link(0, { days: 31 })).toMatchObject({ status: 400 });
  server.clock.ms += 2 * DAY_MS;
  expect(await open(body.token)).toMatchObject({ status: 404 });
  expect(await open(last)).toMatchObject({ status: 200 });
  await server.accounts
    .updateTable('creatives')
    .set({ removed_at: server.clock.ms })
    .where('id', '=', creatives[1]?.id ?? '')
    .execute();
  expect(await open(last)).toMatchObject({ status: 404 });
});
