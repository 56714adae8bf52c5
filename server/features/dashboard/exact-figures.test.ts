import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CustomerList, Device, DevicePage, Summary } from '#contract/list.ts';
import type { StoredEvent } from '../../databases/events/events-db.ts';
import { createSealJob } from '../../databases/events/seal-job.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

vi.setConfig({ testTimeout: 90_000 });

const DAY_MS = 86_400_000;
const MOVED_AT = TEST_NOW - 20 * DAY_MS - 4_321_000;
const OLDEST = TEST_NOW - 45 * DAY_MS;

type Actor = 'admin' | 'alpha' | 'beta' | 'volt';

let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
let sent: StoredEvent[] = [];

/** An event at an outlet, recorded under whoever held it then; outlet a2 went from Alpha to Beta at `MOVED_AT`. */
const arbitraryEvent = (fromMs: number, toMs: number): fc.Arbitrary<StoredEvent> =>
  fc
    .record({
      outlet: fc.constantFrom('a1', 'a2', 'b1', 'b2'),
      campaign: fc.constantFrom('cola', 'shoes', null),
      timestampMs: fc.integer({ min: fromMs, max: toMs }),
      kind: fc.constantFrom('view', 'view', 'view', 'click', 'burn'),
      amountMicros: fc.integer({ min: 0, max: 9_999_999 }),
      ownerMicros: fc.integer({ min: 0, max: 3_333_333 }),
      energyMilliWh: fc.integer({ min: 0, max: 30_000 }),
      energyMetered: fc.boolean(),
    } as const)
    .map(({ outlet, campaign, timestampMs, ...over }) => {
      const isBetas = outlet.startsWith('b') || (outlet === 'a2' && timestampMs >= MOVED_AT);
      const customer = isBetas ? world.beta : world.alpha;
      return storedEvent(customer, world.outlets[outlet], campaign && world[campaign], timestampMs, over);
    });

async function send(events: StoredEvent[]): Promise<void> {
  await server.events.insert(events);
  server.dependencies.live.announce({
    customerKeys: new Set(events.map(({ customerKey }) => customerKey)),
    advertiserKeys: new Set(events.map(({ advertiserKey }) => advertiserKey)),
    outletKeys: new Set(),
    touches: [],
    oldestMs: Math.min(...events.map(({ timestampMs }) => timestampMs)),
  });
  sent = [...sent, ...events];
}

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    beta: await server.asRole('property', world.beta.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  await reassignOutlet(server.accounts, { outletId: world.outlets.a2.id, customerId: world.beta.id, at: MOVED_AT });
  await send(fc.sample(arbitraryEvent(OLDEST, TEST_NOW), { numRuns: 1_500, seed: 7 }));
});
afterAll(() => server.close());

async function get<Answer>(actor: Actor, url: string): Promise<Answer> {
  const response = await server.app.inject({ url: `/api${url}`, headers: headers[actor] });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

const scopeOf: Record<Actor, (event: StoredEvent) => boolean> = {
  admin: () => true,
  alpha: ({ customerKey }) => customerKey === world.alpha.key,
  beta: ({ customerKey }) => customerKey === world.beta.key,
  volt: ({ advertiserKey }) => advertiserKey === world.volt.key,
};

/** What an actor should see of some events, added up one by one. */
function addUp(actor: Actor, events: readonly StoredEvent[]) {
  const money = (event: StoredEvent) =>
    actor === 'alpha' || actor === 'beta' ? event.ownerMicros : event.amountMicros;
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const energy =
    actor === 'volt' ? {} : { total_energy_wh: events.reduce((sum, event) => sum + event.energyMilliWh, 0) / 1000 };
  return {
    total_views: count('view'),
    total_clicks: count('click'),
    total_burns: count('burn'),
    total_revenue: events.reduce((sum, event) => sum + money(event), 0) / 1_000_000,
    ...energy,
  };
}

/** The list of one actor and range against the events that were sent. */
async function expectExact(actor: Actor, startMs: number | null, endMs: number | null): Promise<void> {
  const inRange = sent.filter(
    (event) => scopeOf[actor](event) && event.timestampMs >= (startMs ?? 0) && event.timestampMs < (endMs ?? Infinity),
  );
  const query = [startMs === null ? '' : `start=${startMs / 1000}`, endMs === null ? '' : `end=${endMs / 1000}`];
  const url = `?${query.filter(Boolean).join('&')}`;
  const { data } = await get<CustomerList>(actor, `/list${url}`);
  for (const card of data) {
    const customerKey = card.id === world.alpha.id ? world.alpha.key : world.beta.key;
    const own = inRange.filter((event) => event.customerKey === customerKey);
    expect(card).toMatchObject(addUp(actor, own));
    for (const device of card.devices) {
      const here = own.filter((event) => event.outletKey === keyOf(device));
      expect(device).toMatchObject({ ...addUp(actor, here), views_total: here.filter(isView).length });
      expect(device.views.map(({ timestamp }) => timestamp)).toEqual(newest(here));
    }
    const held = new Set(own.map(({ outletKey }) => outletKey));
    expect([...held].every((key) => card.devices.some((device) => keyOf(device) === key))).toBe(true);
  }
  expect(await get<Summary>(actor, `/list/summary${url}`)).toMatchObject(addUp(actor, inRange));
  const devices = await get<DevicePage>(actor, `/list/devices${url}`);
  expect(devices.data.map(({ eui, customer_id, total_views }) => [eui, customer_id, total_views]).sort()).toEqual(
    data.flatMap((card) => card.devices.map(({ eui, total_views }) => [eui, card.id, total_views])).sort(),
  );
}

const isView = ({ kind }: StoredEvent) => kind === 'view';
const keyOf = ({ eui }: Device) => Object.values(world.outlets).find((outlet) => outlet.eui === eui)?.key;
const newest = (events: readonly StoredEvent[]) =>
  events
    .filter(isView)
    .sort((a, b) => b.timestampMs - a.timestampMs || (b.eventId > a.eventId ? 1 : -1))
    .slice(0, 12)
    .map(({ timestampMs }) => new Date(timestampMs).toISOString());

const second = fc.integer({ min: OLDEST / 1000 - 5, max: TEST_NOW / 1000 + 60 }).map((seconds) => seconds * 1000);

async function expectExactEverywhere(numRuns: number): Promise<void> {
  for (const actor of ['admin', 'alpha', 'beta', 'volt'] as const) await expectExact(actor, null, null);
  const ranges = fc.tuple(second, second).filter(([a, b]) => a < b);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<Actor>('admin', 'alpha', 'beta', 'volt'), ranges, async (actor, [start, end]) =>
      expectExact(actor, start, end),
    ),
    { numRuns },
  );
}

async function seal(): Promise<void> {
  const store = server.events;
  if (!('engine' in store)) throw new Error('the test app opens the embedded store');
  await createSealJob(store as Parameters<typeof createSealJob>[0], server.ledger, () => server.clock.ms).runNow();
}

test('before anything is sealed every range is the sum of its events, to the micro-dollar', async () => {
  expect((await server.events.seal()).generation).toBe(0);
  await expectExactEverywhere(6);
});

test('and so it is from sealed days and the rows after them', async () => {
  await seal();
  expect((await server.events.seal()).generation).toBeGreaterThan(0);
  await expectExactEverywhere(10);
});

test('late events count at once, before their week is sealed anew, and afterwards', async () => {
  await send(fc.sample(arbitraryEvent(OLDEST, TEST_NOW - 5 * DAY_MS), { numRuns: 40, seed: 8 }));
  await expectExactEverywhere(6);
  await send(fc.sample(arbitraryEvent(OLDEST, TEST_NOW), { numRuns: 40, seed: 9 }));
  await expectExactEverywhere(6);
  await seal();
  await expectExactEverywhere(6);
});

test('days later, with a new watermark, nothing has changed', async () => {
  server.clock.ms = TEST_NOW + 6 * DAY_MS;
  await seal();
  for (const actor of ['admin', 'alpha', 'beta', 'volt'] as const) {
    headers[actor] = await server.asRole(
      actor === 'admin' ? 'admin' : actor === 'volt' ? 'advertiser' : 'property',
      ...(actor === 'admin' ? [] : [world[actor].id]),
    );
  }
  await expectExactEverywhere(4);
});

test('a former owner keeps the history of its outlet and learns nothing new of it', async () => {
  const { data } = await get<CustomerList>('alpha', '/list');
  const former = data[0]?.devices.find(({ eui }) => eui === world.outlets.a2.eui);
  expect(former?.venue).toBe(`Venue of ${world.outlets.a2.eui}`);
  expect(former?.total_views).toBe(
    sent.filter((event) => isView(event) && event.outletKey === world.outlets.a2.key && event.timestampMs < MOVED_AT)
      .length,
  );
  const later = await get<CustomerList>('alpha', `/list?start=${Math.ceil(MOVED_AT / 1000)}`);
  expect(later.data[0]?.devices.map(({ eui }) => eui)).toEqual([world.outlets.a1.eui]);
});
