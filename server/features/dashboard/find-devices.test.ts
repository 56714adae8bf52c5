import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerList, DevicePage, OutletMap } from '#contract/list.ts';
import type { OutletClusters } from '#contract/outlet-clusters.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  await server.events.insert([storedEvent(world.alpha, world.outlets.a1, world.cola, TEST_NOW - 1000)]);
});
afterAll(() => server.close());

async function find(headers: { authorization: string }, query: string): Promise<DevicePage> {
  const answer = await server.app.inject({ url: `/api/list/devices?${query}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<DevicePage>();
}
const euis = ({ data }: DevicePage) => data.map(({ eui }) => eui.slice(-2));

test('finds an outlet by its EUI, its venue and its customer in any case', async () => {
  const admin = await server.asRole('admin');
  expect(euis(await find(admin, 'q=AAAA'))).toEqual(['a1', 'a2']);
  expect(euis(await find(admin, 'q=caf%C3%89s'))).toEqual(['b1', 'b2']);
  expect(euis(await find(admin, 'q=venue%20of%20b'))).toEqual(['b1', 'b2']);
  expect(euis(await find(admin, 'q=nothing'))).toEqual([]);
});

test.each([
  ['admin', ['a1', 'a2', 'b1', 'b2']],
  ['full', ['a1', 'a2', 'b1', 'b2']],
  ['property', ['a1', 'a2']],
  ['advertiser', ['a1']],
] as const)('%s finds only the outlets in its scope', async (role, expected) => {
  const customer = { property: world.alpha.id, advertiser: world.volt.id, admin: undefined, full: undefined }[role];
  const headers = await server.asRole(role, customer);
  expect(euis(await find(headers, 'q='))).toEqual(expected);
  expect((await find(headers, 'q=beta')).total).toBe(expected.filter((eui) => eui.startsWith('b')).length);
});

test('a page begins at its offset, and is empty beyond the end', async () => {
  const admin = await server.asRole('admin');
  expect(euis(await find(admin, 'limit=2&offset=0'))).toEqual(['a1', 'a2']);
  expect(await find(admin, 'limit=2&offset=2')).toMatchObject({ total: 4, next_cursor: null });
  expect(euis(await find(admin, 'limit=2&offset=3'))).toEqual(['b2']);
  expect(euis(await find(admin, 'limit=2&offset=9'))).toEqual([]);
  expect((await server.app.inject({ url: '/api/list/devices?offset=-1', headers: admin })).statusCode).toBe(400);
});

test('an outlet with a planned move appears at its new customer from that instant on', async () => {
  const beta = await server.asRole('property', world.beta.id);
  const movesAt = TEST_NOW + 5_000;
  await reassignOutlet(server.accounts, { outletId: world.outlets.a2.id, customerId: world.beta.id, at: movesAt });
  expect(euis(await find(beta, 'q='))).toEqual(['b1', 'b2']);
  server.clock.ms = movesAt - 1;
  expect(euis(await find(beta, 'q='))).toEqual(['b1', 'b2']);
  server.clock.ms = movesAt;
  expect(euis(await find(beta, 'q='))).toEqual(['a2', 'b1', 'b2']);
});

test('lists a moved outlet once at its current customer, and under both only where their figures are', async () => {
  const admin = await server.asRole('admin');
  const volt = await server.asRole('advertiser', world.volt.id);
  await reassignOutlet(server.accounts, { outletId: world.outlets.a1.id, customerId: world.beta.id, at: TEST_NOW });
  server.clock.ms = TEST_NOW + 10_000;
  expect(euis(await find(admin, 'q='))).toEqual(['a1', 'a1', 'a2', 'b1', 'b2']);
  expect(euis(await find(admin, 'held=now'))).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(euis(await find(volt, 'held=now'))).toEqual(['a1']);
  const map = await server.app.inject({ url: '/api/list/map', headers: admin });
  expect(map.json<OutletMap>().eui).toHaveLength(4);
});

test('shows a new label and a new venue position immediately, and finds the outlet by its label', async () => {
  const admin = await server.asRole('admin');
  const { id, eui } = world.outlets.b1;
  await server.accounts.updateTable('outlets').set({ label: 'Food court 3', lat: null }).where('id', '=', id).execute();
  const [found] = (await find(admin, 'q=FOOD&held=now')).data;
  expect(found).toMatchObject({ eui, label: 'Food court 3', lat: 40.7, lng: -74, located: true, position: 'venue' });
  await server.accounts.updateTable('venues').set({ lat: null }).where('name', '=', `Venue of ${eui}`).execute();
  const [lost] = (await find(admin, 'q=food&held=now')).data;
  expect(lost).toMatchObject({ located: false, position: 'unknown' });
  const map = (await server.app.inject({ url: '/api/list/map', headers: admin })).json<OutletMap>();
  const at = map.eui.indexOf(eui);
  expect([map.label[at], map.position[at], map.located[at]]).toEqual(['Food court 3', 'unknown', false]);
  expect([map.lat[at], map.lng[at]]).toEqual([lost?.lat, lost?.lng]);
});

test.each(['admin', 'full', 'property', 'advertiser'] as const)(
  'on the map of %s, clusters, single outlets and outlets without a position add up to the list at every zoom',
  async (role) => {
    const customer = { property: world.beta.id, advertiser: world.volt.id, admin: undefined, full: undefined }[role];
    const headers = await server.asRole(role, customer);
    const { total } = await find(headers, 'held=now');
    const places = [179.9, -179.9, 10, 10.00001].map((lng, at) => ({ lng, lat: at === 0 ? 89.9 : 10 }));
    for (const [at, outlet] of Object.values(world.outlets).entries())
      await server.accounts
        .updateTable('outlets')
        .set(places[at] ?? {})
        .where('id', '=', outlet.id)
        .execute();
    const look = async (query: string): Promise<OutletClusters> => {
      const answer = await server.app.inject({ url: `/api/list/clusters?${query}`, headers });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<OutletClusters>();
    };
    for (const zoom of [0, 3, 9, 22]) {
      const { clusters, outlets, unlocated, ...all } = await look(`zoom=${zoom}`);
      const counts = (['online', 'late', 'offline', 'never'] as const).map((status) => clusters[status]);
      const inClusters = counts.flat().reduce((sum, count) => sum + count, 0);
      expect([all.total, inClusters + outlets.eui.length + unlocated]).toEqual([total, total]);
      expect(all.online + all.late + all.offline + all.never).toBe(total);
    }
    const { outlets } = await look('zoom=9&west=179&east=-179&south=-90&north=90');
    expect(outlets.lng.every((lng) => Math.abs(lng) > 179)).toBe(true);
    const whole = await server.app.inject({ url: '/api/list/map?most=1', headers });
    if (total > 1) expect(whole.json<OutletMap>()).toMatchObject({ total, eui: [] });
  },
);

test('a card shows an owner and an administrator the count of offline outlets, and an advertiser nothing', async () => {
  const seen = (hours: number) => server.clock.ms - hours * HOUR_MS;
  const set = (id: string, last_seen_at: number) =>
    server.accounts.updateTable('outlets').set({ last_seen_at }).where('id', '=', id).execute();
  await set(world.outlets.b1.id, seen(25));
  await set(world.outlets.b2.id, seen(2));
  const offlineOf = async (headers: { authorization: string }, query: string) => {
    const answer = await server.app.inject({ url: `/api/list?q=beta${query}`, headers });
    return answer.json<CustomerList>().data.map(({ outlets_offline }) => outlets_offline);
  };
  for (const query of ['', '&embed=none'])
    expect(await offlineOf(await server.asRole('admin'), query), query).toEqual([1]);
  expect(await offlineOf(await server.asRole('property', world.beta.id), '')).toEqual([1]);
  expect(await offlineOf(await server.asRole('advertiser', world.volt.id), '')).toEqual([]);
});
