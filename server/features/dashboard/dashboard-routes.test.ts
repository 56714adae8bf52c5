import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '#contract/common.ts';
import {
  Customer,
  type CustomerList,
  type DevicePage,
  OutletMap,
  type Summary,
  type ViewPage,
} from '#contract/list.ts';
import type { SearchHits } from '#contract/search.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

let server: TestApp;
let world: World;
let headers: Record<'admin' | 'full' | 'property' | 'advertiser', { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  const { alpha, beta, outlets, cola, shoes } = world;
  await server.events.insert([
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - MINUTE_MS, { ip: '2001:db8::' }),
    storedEvent(alpha, outlets.a1, shoes, TEST_NOW - 50_000),
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - 40_000, {
      kind: 'click',
      amountMicros: 500_000,
      ownerMicros: 150_000,
      energyMilliWh: 0,
    }),
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - 30_000, {
      kind: 'burn',
      amountMicros: 7,
      ownerMicros: 2,
      energyMilliWh: 0,
    }),
    storedEvent(beta, outlets.b1, cola, TEST_NOW - 20_000, { energyMetered: true, energyMilliWh: 12_345 }),
    storedEvent(beta, outlets.b2, shoes, TEST_NOW - 40 * DAY_MS),
  ]);
  headers = {
    admin: await server.asRole('admin'),
    full: await server.asRole('full'),
    property: await server.asRole('property', alpha.id),
    advertiser: await server.asRole('advertiser', world.volt.id),
  };
});
afterAll(() => server.close());

async function ask(role: keyof typeof headers, url: string) {
  return server.app.inject({ url: `/api${url}`, headers: headers[role] });
}
async function get<Answer>(role: keyof typeof headers, url: string): Promise<Answer> {
  const response = await ask(role, url);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}
const COUNTS = ['today_views', 'total_views', 'today_clicks', 'total_clicks', 'today_burns', 'total_burns'];
const MONEY = ['today_revenue', 'total_revenue'];
const ENERGY = ['today_energy_wh', 'total_energy_wh', 'energy_estimated'];
const OWN = ['id', 'rating'];

const SEES = {
  admin: {
    cards: ['Alpha Hotels', 'Beta Cafés'],
    fields: [...COUNTS, ...MONEY, ...ENERGY],
    view: ['timestamp', 'fingerprint', 'ip', 'sponsor', 'cryptic', 'flight'],
  },
  full: {
    cards: ['Alpha Hotels', 'Beta Cafés'],
    fields: [...COUNTS, ...MONEY, ...ENERGY],
    view: ['timestamp', 'fingerprint', 'ip', 'sponsor', 'cryptic', 'flight'],
  },
  property: {
    cards: ['Alpha Hotels'],
    fields: [...COUNTS, ...MONEY, ...ENERGY],
    view: ['timestamp', 'fingerprint', 'ip', 'sponsor'],
  },
  advertiser: {
    cards: ['Alpha Hotels', 'Beta Cafés'],
    fields: [...COUNTS, ...MONEY],
    view: ['timestamp', 'sponsor', 'flight'],
  },
} as const;
const ROLES = ['admin', 'full', 'property', 'advertiser'] as const;
const sorted = (texts: readonly string[]) => [...texts].sort();

test.each(ROLES)('%s gets exactly the cards and fields of its role', async (role) => {
  const { data } = await get<CustomerList>(role, '/list/');
  expect(data.map(({ customer }) => customer)).toEqual(SEES[role].cards);
  const contact = role === 'advertiser' ? ['all_views'] : ['all_views', 'outlets_offline'];
  for (const card of data) {
    expect(Value.Check(Customer, card)).toBe(true);
    expect(sorted(Object.keys(card))).toEqual(
      sorted([...OWN, 'customer', 'kind', 'outlets', ...contact, 'devices', ...SEES[role].fields]),
    );
    expect(card.outlets).toBe(card.devices.length);
  }
  const device = data[0]?.devices[0];
  expect(sorted(Object.keys(device ?? {}))).toEqual(
    sorted([
      ...OWN,
      'eui',
      'lat',
      'lng',
      'located',
      'position',
      'label',
      'venue',
      'status',
      'last_seen',
      'views_total',
      'views',
      ...SEES[role].fields,
    ]),
  );
  expect(sorted(Object.keys(device?.views[0] ?? {}))).toEqual(sorted(SEES[role].view));
});

test.each(ROLES)('a card shows %s the views of all time for any range', async (role) => {
  const views = async (query: string) =>
    (await get<CustomerList>(role, `/list?${query}`)).data.map(({ customer, all_views: all }) => [customer, all]);
  const { data } = await get<CustomerList>(role, '/list/');
  const ofAllTime = data.map(({ customer, total_views: total }) => [customer, total]);
  expect(ofAllTime.some(([, count]) => Number(count) > 0)).toBe(true);
  for (const range of [
    '',
    'start=0&end=86400',
    'start=86400&end=172800&limit=10&embed=none',
    'limit=1&sort=-total_views',
  ])
    expect(ofAllTime).toEqual(expect.arrayContaining(await views(range)));
});

test.each([
  ['admin', 0.540011, 4],
  ['full', 0.540011, 4],
  ['property', 0.156002, 2],
  ['advertiser', 0.520009, 2],
] as const)('%s gets the sum of its own amounts', async (role, revenue, views) => {
  const summary = await get<Summary>(role, '/list/summary');
  expect(summary).toMatchObject({ total_revenue: revenue, total_views: views });
  expect(Object.keys(summary)).toEqual(expect.arrayContaining([...SEES[role].fields]));
  expect('outlets_by_status' in summary).toBe(role !== 'advertiser');
  expect('campaign_status' in summary).toBe(role === 'advertiser');
  expect('campaigns' in summary).toBe(role !== 'property');
  expect('total_energy_wh' in summary).toBe(role !== 'advertiser');
});

test('an advertiser sees the results of its own campaigns only, not other events at the outlet', async () => {
  const { data } = await get<CustomerList>('advertiser', '/list');
  expect(data.flatMap(({ devices }) => devices.map(({ eui, total_views }) => [eui, total_views]))).toEqual([
    [world.outlets.a1.eui, 1],
    [world.outlets.b1.eui, 1],
  ]);
  const views = await get<ViewPage>('advertiser', `/list/devices/${world.outlets.a1.eui}/views`);
  expect(views).toEqual({
    data: [{ sponsor: 'Volt Cola', flight: 'COLA-1', timestamp: '2026-11-21T11:59:00.000Z' }],
    next_cursor: null,
    views_total: 1,
    kept_since: null,
  });
  expect(await get<Summary>('advertiser', '/list/summary')).toMatchObject({
    campaigns: 1,
    campaign_status: 'Live',
    customers: 2,
    outlets: 2,
  });
});

test('returns the same list with and without a slash, and in any spelling of the path', async () => {
  const bodies = await Promise.all(['/list', '/list/', '//list//'].map(async (url) => (await ask('admin', url)).body));
  expect(new Set(bodies).size).toBe(1);
});

test.each(['property', 'advertiser'] as const)('%s learns nothing about a customer other than itself', async (role) => {
  const foreign = role === 'property' ? [world.beta.id, 'Beta Cafés', world.zap.id] : [world.zap.id, 'Zap Shoes'];
  const refused = await Promise.all(
    [...foreign, 'no such customer', '*'].map((cid) => ask(role, `/list?cid=${encodeURIComponent(cid)}`)),
  );
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403));
  const bodies = refused.map(({ body }) => body.replace(/"id":"[^"]*"/, ''));
  expect(new Set(bodies).size).toBe(1);
});

test('rejects an outlet of another customer and an unknown one alike', async () => {
  const refused = await Promise.all(
    [world.outlets.b1.eui, '0123456789abcdef'].map((eui) => ask('property', `/list/devices/${eui}/views`)),
  );
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403]);
  expect(new Set(refused.map(({ body }) => body.replace(/"id":"[^"]*"/, ''))).size).toBe(1);
  expect((await ask('admin', '/list/devices/0123456789abcdef/views')).statusCode).toBe(404);
});

test('cid accepts an id or a name, and an unknown one is 404 for an administrator', async () => {
  for (const cid of [world.beta.id, 'Beta Cafés']) {
    const { data } = await get<CustomerList>('admin', `/list?cid=${encodeURIComponent(cid)}`);
    expect(data.map(({ customer }) => customer)).toEqual(['Beta Cafés']);
  }
  expect((await ask('admin', '/list?cid=beta%20caf')).statusCode).toBe(404);
  const asAdvertiser = await get<Summary>('admin', '/list/summary?cid=Volt%20Cola');
  expect(asAdvertiser).toEqual(await get<Summary>('advertiser', '/list/summary'));
});

test('an owner gets the map of its own outlets, with the source of each position', async () => {
  const map = await get<OutletMap>('property', '/list/map');
  expect(Value.Check(OutletMap, map)).toBe(true);
  expect(map.eui).toEqual([world.outlets.a1.eui, world.outlets.a2.eui]);
  expect(map.located).toEqual([true, true]);
  expect(map.position).toEqual(['outlet', 'venue']);
  expect(map).toEqual(await get<OutletMap>('property', '/list/map'));
  expect((await get<OutletMap>('advertiser', '/list/map')).eui).toEqual([world.outlets.a1.eui, world.outlets.b1.eui]);
});

test('search finds customers and outlets only within the scope, literally and in any case', async () => {
  const hits = await get<SearchHits>('admin', `/list/search?q=${encodeURIComponent('CAFÉ')}`);
  expect(hits.customers.map(({ customer }) => customer)).toEqual(['Beta Cafés']);
  expect((await get<SearchHits>('admin', '/list/search?q=bbbb')).outlets).toHaveLength(2);
  const nothing = { customers: [], outlets: [], venues: [], statements: [], documents: [] };
  expect(await get<SearchHits>('property', '/list/search?q=beta')).toEqual(nothing);
  expect(await get<SearchHits>('property', '/list/search?q=bbbb')).toEqual(nothing);
  expect(await get<SearchHits>('property', '/list/search?q=cola')).toEqual(nothing);
  expect(await get<SearchHits>('admin', '/list/search?q=%25')).toEqual({ ...nothing, campaigns: [], users: [] });
  expect((await get<SearchHits>('admin', '/list/search?q=volt')).customers).toHaveLength(1);
  expect((await get<SearchHits>('property', '/list/search?q=volt')).customers).toHaveLength(0);
});

test('search finds venues, labels, campaigns, flights, users and statements only for permitted roles', async () => {
  const found = async (role: keyof typeof headers, q: string) =>
    get<SearchHits>(role, `/list/search?q=${encodeURIComponent(q)}`);
  const { accounts } = server;
  await accounts.updateTable('outlets').set({ label: 'Food court 3' }).where('id', '=', world.outlets.a1.id).execute();
  expect((await found('property', 'COURT food')).outlets).toMatchObject([{ eui: world.outlets.a1.eui }]);
  expect((await found('property', 'venue of')).venues).toHaveLength(2);
  expect((await found('admin', 'venue of')).venues).toHaveLength(4);
  expect((await found('admin', 'cola-1 volt')).campaigns).toMatchObject([
    { flight: 'COLA-1', advertiser: 'Volt Cola' },
  ]);
  expect((await found('advertiser', 'COLA')).campaigns).toHaveLength(1);
  expect((await found('advertiser', 'shoes')).campaigns).toEqual([]);
  expect('campaigns' in (await found('property', 'cola'))).toBe(false);
  const harvest = await makeCampaign(accounts, { customerId: world.zap.id, name: 'ÖL 5_% Чай' });
  for (const q of ['öl', 'ÖL 5', '5_%', 'чАЙ', 'zap öl'])
    expect((await found('admin', q)).campaigns, q).toMatchObject([{ id: harvest.id, campaign: 'ÖL 5_% Чай' }]);
  for (const q of ['5__', 'Ö%', 'öl cola']) expect((await found('admin', q)).campaigns, q).toEqual([]);
  await accounts.deleteFrom('campaigns').where('id', '=', harvest.id).execute();
  const { email, id } = await accounts
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'property')
    .executeTakeFirstOrThrow();
  expect((await found('admin', email.toUpperCase())).users).toMatchObject([{ id, email }]);
  for (const role of ['full', 'property', 'advertiser'] as const)
    expect('users' in (await found(role, email))).toBe(false);
  expect((await found('property', 'statement october')).statements).toEqual([
    { customer_id: world.alpha.id, customer: 'Alpha Hotels', kind: 'property', month: '2026-10' },
  ]);
  const own = (await found('advertiser', 'pdf')).statements;
  expect(own.map(({ customer, month }) => [customer, month])).toEqual([
    ['Volt Cola', '2026-10'],
    ['Volt Cola', '2026-11'],
  ]);
  expect((await found('advertiser', 'pdf zap')).statements).toEqual([]);
});

test('the dialog gets the selected outlet first and then its neighbors at the venue', async () => {
  const venue = await makeVenue(server.accounts, { customerId: world.beta.id, name: 'Hall' });
  for (const eui of ['c000000000000001', 'c000000000000002', 'c000000000000003'])
    await makeOutlet(server.accounts, { customerId: world.beta.id, venueId: venue.id, eui });
  const first = await get<DevicePage>('admin', '/list/devices?eui=C000000000000002&limit=2');
  expect(first.data.map(({ eui }) => eui)).toEqual(['c000000000000002', 'c000000000000001']);
  const rest = await get<DevicePage>('admin', `/list/devices?eui=c000000000000002&limit=2&cursor=${first.next_cursor}`);
  expect(rest.data.map(({ eui }) => eui)).toEqual(['c000000000000003']);
  expect((await ask('property', '/list/devices?eui=c000000000000002')).statusCode).toBe(403);
});

test.each([
  '/list?start=10&end=10',
  '/list?start=10&end=9',
  '/list?end=99999999999',
  `/list?end=${Math.round(TEST_NOW / 1000) + 3 * 86_400}`,
  '/list?start=-1',
  '/list?start=1.5',
  '/list?start=1e3',
  '/list?start=',
  '/list?tz=Mars/Base',
  "/list?tz=UTC'--",
  '/list?limit=0',
  '/list?limit=101',
  '/list?limit=5&cursor=e30',
  '/list?limit=5&sort=-total_views&cursor=WyJhIl0',
  '/list?sort=evil',
  '/list?cid=',
  '/list?unknown=1',
  '/list/devices/zz/views',
  '/list/devices/aaaaaaaaaaaaaaa1/views?cursor=AAAA',
  '/list/daily?start=0&end=1000000000',
])('rejects %s with 400', async (url) => {
  const response = await ask('admin', url);
  expect(response.statusCode, response.body).toBe(400);
  expect(Value.Check(Failure, response.json())).toBe(true);
});

test('lists views of an outlet with IPv4 addresses in IPv4 notation', async () => {
  const { data } = await get<ViewPage>('property', `/list/devices/${world.outlets.a1.eui.toUpperCase()}/views`);
  expect(data.map(({ ip }) => ip)).toEqual(['203.0.113.0', '2001:db8::']);
});

test('an advertiser without campaigns or flights does not get the status of ended ones', async () => {
  const { accounts } = server;
  const { id, key } = await makeCustomer(accounts, { kind: 'advertiser' });
  const session = await server.asRole('advertiser', id);
  const status = async () =>
    (await server.app.inject({ url: '/api/list/summary', headers: session })).json<Summary>().campaign_status;
  expect(await status()).toBe('No campaigns yet');
  const campaign = await makeCampaign(accounts, { customerId: id });
  expect(await status()).toBe('No flights yet');
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  expect(await status()).toBe('Live');
  const spent = { advertiserKey: key, flightKey: flight.key, amountMicros: 5_000_000 };
  const event = makeStoredEvent({ ...spent, eventId: 77_001n, timestampMs: server.clock.ms - 1_000 });
  await server.events.insert([event]);
  server.dependencies.live.announce(changeOf([event]));
  const set = (over: object) => accounts.updateTable('flights').set(over).where('id', '=', flight.id).execute();
  await set({ daily_cap_micros: 5_000_000 });
  expect(await status()).toBe('Capped today');
  await set({ budget_micros: 5_000_000 });
  expect(await status()).toBe('Spent');
  await set({ state: 'in_review' });
  expect(await status()).toBe('In review');
});
