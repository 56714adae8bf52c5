// Played by `npm run test:full` alone.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DailyFigures } from '#contract/daily.ts';
import type { CustomerList, Device, DevicePage, Summary, ViewPage } from '#contract/list.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { EventsDb, StoredEvent } from '#event-store/events-db.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { readLateWeeks } from '../../figures/plan/late-weeks-queries.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { reassignOutlet } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

const MOVED_AT = TEST_NOW - 20 * DAY_MS - 4_321_000;
const OLDEST = TEST_NOW - 45 * DAY_MS;

/** A time zone that differs from the venues' time zones, and whose clock changes during the events. */
const NETWORK_ZONE = 'America/Denver';

type Actor = 'admin' | 'alpha' | 'beta' | 'volt';

let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
let sent: StoredEvent[] = [];
/** Whether the store filters its tables by the scope of a query, as in production. */
let isFiltering = true;
const wrapEvents = (events: EventsDb): EventsDb => ({
  ...events,
  query: (read) => events.query(isFiltering ? read : { ...read, scope: { kind: 'all' } }),
});

/**
 * Creates an event at an outlet, recorded under its holder at that time. Outlet a2 moves from Alpha to Beta at
 * `MOVED_AT`.
 */
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

const signIn = async () => ({
  admin: await server.asRole('admin'),
  alpha: await server.asRole('property', world.alpha.id),
  beta: await server.asRole('property', world.beta.id),
  volt: await server.asRole('advertiser', world.volt.id),
});

async function send(events: StoredEvent[]): Promise<void> {
  await server.events.insert(events);
  server.dependencies.live.announce(changeOf(events));
  sent = [...sent, ...events];
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: NETWORK_ZONE }, wrapEvents });
  world = await makeWorld(server);
  headers = await signIn();
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

/** Calculates from the single events what an actor should see. */
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

/** Checks a range of instants. */
async function expectExact(actor: Actor, startMs: number | null, endMs: number | null): Promise<void> {
  const query = [startMs === null ? '' : `start=${startMs / 1000}`, endMs === null ? '' : `end=${endMs / 1000}`];
  const isIn = ({ timestampMs }: StoredEvent) => timestampMs >= (startMs ?? 0) && timestampMs < (endMs ?? Infinity);
  await expectSums(actor, `?${query.filter(Boolean).join('&')}`, isIn);
}

const daysIn = new Map<string, Map<StoredEvent, string>>();
/** Returns the date of an event in a time zone. Cached, because the tests look up thousands of events repeatedly. */
function dayIn(zone: string, event: StoredEvent): string {
  const known = daysIn.get(zone) ?? new Map<StoredEvent, string>();
  daysIn.set(zone, known);
  const day = known.get(event) ?? zonedDay(event.timestampMs, zone).date;
  known.set(event, day);
  return day;
}

/**
 * Checks a range of days. Without `tz`, an owner gets the venue's time zone, and others get the network's time zone.
 */
async function expectExactDays(actor: Actor, from: string, to: string, tz?: string): Promise<void> {
  const isOwner = actor === 'alpha' || actor === 'beta';
  const dayOf = (event: StoredEvent) =>
    isOwner && tz === undefined ? event.localDay : dayIn(tz ?? NETWORK_ZONE, event);
  const isIn = (event: StoredEvent) => dayOf(event) >= from && dayOf(event) <= to;
  const url = `?from=${from}&to=${to}${tz === undefined ? '' : `&tz=${tz}`}`;
  await expectSums(actor, url, isIn);
  const daily = await get<DailyFigures>(actor, `/list/daily${url}`);
  const days = new Map(daily.data.map(({ date, ...figures }) => [date, figures]));
  const inRange = sent.filter((event) => scopeOf[actor](event) && isIn(event));
  const byDay = new Map<string, StoredEvent[]>();
  for (const event of inRange) byDay.set(dayOf(event), [...(byDay.get(dayOf(event)) ?? []), event]);
  for (const [day, { views, clicks, burns, revenue }] of days) {
    const { total_views, total_clicks, total_burns, total_revenue } = addUp(actor, byDay.get(day) ?? []);
    expect([day, views, clicks, burns, revenue]).toEqual([day, total_views, total_clicks, total_burns, total_revenue]);
  }
  expect(inRange.filter((event) => !days.has(dayOf(event)))).toEqual([]);
  expect([...days.keys()].every((day) => day >= from && day <= to)).toBe(true);
}

/** Compares all responses to one actor and range with the events that were sent. */
async function expectSums(actor: Actor, url: string, isIn: (event: StoredEvent) => boolean): Promise<void> {
  const inRange = sent.filter((event) => scopeOf[actor](event) && isIn(event));
  const { data } = await get<CustomerList>(actor, `/list${url}`);
  for (const card of data) {
    const customerKey = card.id === world.alpha.id ? world.alpha.key : world.beta.key;
    const own = inRange.filter((event) => event.customerKey === customerKey);
    expect(card).toMatchObject(addUp(actor, own));
    for (const device of card.devices) {
      const here = own.filter((event) => event.outletKey === keyOf(device));
      expect(device).toMatchObject({ ...addUp(actor, here), views_total: here.filter(isView).length });
      expect(device.views.map(({ timestamp }) => timestamp)).toEqual(newest(here));
      // A short run reads the pages of only one outlet per card.
      if (device !== card.devices[rounds % card.devices.length] && byLength(true, false)) continue;
      const page = await get<ViewPage>(actor, `/list/devices/${device.eui}/views${url}&limit=100`);
      expect(page.data.slice(0, 12).map(({ timestamp }) => timestamp)).toEqual(newest(inRange.filter(at(device))));
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
const at = (device: Device) => (event: StoredEvent) => event.outletKey === keyOf(device);
const keyOf = ({ eui }: Device) => Object.values(world.outlets).find((outlet) => outlet.eui === eui)?.key;
const newest = (events: readonly StoredEvent[]) =>
  events
    .filter(isView)
    .sort((a, b) => b.timestampMs - a.timestampMs || (b.eventId > a.eventId ? 1 : -1))
    .slice(0, 12)
    .map(({ timestampMs }) => new Date(timestampMs).toISOString());

const second = fc.integer({ min: OLDEST / 1000 - 5, max: TEST_NOW / 1000 + 60 }).map((seconds) => seconds * 1000);

const ranges = fc.tuple(second, second).filter(([a, b]) => a < b);
const dates = ranges.map(
  ([start, end]) => [start, end].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string],
);
const actors = fc.constantFrom<Actor>('admin', 'alpha', 'beta', 'volt');

let rounds = 0;
async function expectExactEverywhere(runs: number): Promise<void> {
  const numRuns = byLength(Math.ceil(runs / 12), runs);
  rounds += 1;
  // A short run covers all actors in two rounds.
  for (const [turn, actor] of (['admin', 'alpha', 'volt', 'beta'] as const).entries())
    if ((turn + rounds) % byLength(2, 1) === 0) await expectExact(actor, null, null);
  await fc.assert(
    fc.asyncProperty(actors, ranges, async (actor, [start, end]) => expectExact(actor, start, end)),
    { numRuns },
  );
  const zone = fc.constantFrom(undefined, undefined, 'Europe/Berlin');
  await fc.assert(
    fc.asyncProperty(actors, dates, zone, async (actor, [from, to], tz) => expectExactDays(actor, from, to, tz)),
    { numRuns: Math.ceil(numRuns / 2) },
  );
}

async function seal(): Promise<void> {
  const store = server.events;
  if (!('engine' in store)) throw new Error('the test app opens the embedded store');
  await createSealJob(store as Parameters<typeof createSealJob>[0], server.ledger, () => server.clock.ms).runNow();
}

test('before any seal, every range is the sum of its events, to the micro-dollar', async () => {
  expect((await server.events.seal()).generation).toBe(0);
  await expectExactEverywhere(6);
});

test('with sealed days and later rows, every range is the sum of its events', async () => {
  await seal();
  expect((await server.events.seal()).generation).toBeGreaterThan(0);
  await expectExactEverywhere(10);
});

test('late events count immediately, before and after their week is resealed', async () => {
  // A short run covers few weeks.
  const fromMs = byLength(TEST_NOW - 16 * DAY_MS, OLDEST);
  await send(fc.sample(arbitraryEvent(fromMs, TEST_NOW - 5 * DAY_MS), { numRuns: 40, seed: 8 }));
  await expectExactEverywhere(6);
  await send(fc.sample(arbitraryEvent(fromMs, TEST_NOW), { numRuns: 40, seed: 9 }));
  await expectExactEverywhere(6);
  await seal();
  await expectExactEverywhere(6);
});

test('an event that is hours late appears immediately in cached sums, although no sealed week changes', async () => {
  const actors = ['admin', 'alpha', 'volt'] as const;
  for (const actor of actors) await expectExact(actor, null, null);
  const weeks = await readLateWeeks(server.accounts);
  await send([storedEvent(world.alpha, world.outlets.a1, world.cola, TEST_NOW - 2 * HOUR_MS, { kind: 'view' })]);
  expect(await readLateWeeks(server.accounts)).toEqual(weeks);
  for (const actor of actors) await expectExact(actor, null, null);
});

test('days later, with a new watermark, nothing has changed', async () => {
  server.clock.ms = TEST_NOW + 6 * DAY_MS;
  await seal();
  headers = await signIn();
  await expectExactEverywhere(4);
});

test('a former owner keeps the history of its outlet and gets nothing new', async () => {
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

test('a week with a clock change has one amount for every actor, and the response names its time zone', async () => {
  const week = '?from=2026-10-26&to=2026-11-01';
  for (const actor of ['admin', 'alpha', 'beta', 'volt'] as const)
    await expectExactDays(actor, '2026-10-26', '2026-11-01');
  const period = async (actor: Actor, url: string) => (await get<Summary>(actor, `/list/summary${url}`)).period;
  const named = { from: '2026-10-26', to: '2026-11-01' };
  expect(await period('admin', week)).toMatchObject({ ...named, time_zone: NETWORK_ZONE, days_of: 'network' });
  expect(await period('volt', week)).toMatchObject({ ...named, time_zone: NETWORK_ZONE, days_of: 'network' });
  expect(await period('alpha', week)).toMatchObject({ ...named, time_zone: 'America/Los_Angeles', days_of: 'venues' });
  expect(await period('alpha', `${week}&tz=UTC`)).toMatchObject({ ...named, time_zone: 'UTC', days_of: 'tz' });
  expect(await period('admin', '')).toMatchObject({
    from: null,
    to: null,
    today: '2026-11-27',
    today_ends_in: 19 * 3600,
  });
  server.clock.ms = Date.UTC(2026, 11, 1, 5);
  headers = await signIn();
  expect(await period('admin', '?range=last-month')).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
  expect(await period('alpha', '?range=today&tz=UTC')).toMatchObject({ from: '2026-12-01', to: '2026-12-01' });
});

test('rejects a range that is given in two ways, incomplete, or with invalid days', async () => {
  const wrong = [
    'from=2026-11-01',
    'from=2026-11-02&to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
    'range=7d&start=10',
  ];
  for (const query of [...wrong, 'range=all-time', 'range=7d&from=2026-11-01&to=2026-11-02', 'from=1&to=2']) {
    const { statusCode } = await server.app.inject({ url: `/api/list/summary?${query}`, headers: headers.admin });
    expect([query, statusCode]).toEqual([query, 400]);
  }
  const far = await get<Summary>('admin', '/list/summary?from=2031-01-01&to=9998-12-31');
  expect(far.total_views).toBe(0);
});

test('every query includes its scope, so no actor sees more even if the store does not filter', async () => {
  server = await server.restart();
  headers = await signIn();
  isFiltering = false;
  await expectExactEverywhere(6);
});
