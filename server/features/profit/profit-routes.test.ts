import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { ProfitPage } from '#contract/profit.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import type { Question } from '../../figures/query/question.ts';
import { EVERYTHING_CHANGED } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeOutlet, makeVenue } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createProfits, showProfit } from './list-profit.ts';

let server: TestApp;
let world: World;
let admin: { authorization: string };

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', ENERGY_COST_PER_KWH: '0.5' } });
  world = await makeWorld(server);
  admin = await server.asRole('admin');
  const { accounts } = server;
  await accounts
    .updateTable('outlet_assignments')
    .set({ from_at: TEST_NOW - 200 * DAY_MS })
    .execute();
  const { a1, b1, b2 } = world.outlets;
  await accounts.updateTable('outlets').set({ purchase_price: 2, monthly_cost: 0 }).where('id', '=', a1.id).execute();
  await accounts.updateTable('outlets').set({ monthly_cost: 10 }).where('id', '=', b2.id).execute();
  const of = { amountMicros: 3_000_000, ownerMicros: 900_000, energyMilliWh: 200_000 };
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - 3 * DAY_MS, { ...of, energyMetered: true }),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - 3 * DAY_MS, {
      ...of,
      amountMicros: 1_000_000,
      energyMetered: false,
    }),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - 120 * DAY_MS, of),
  ]);
});
afterAll(() => server.close());

/** Stores and publishes events, as ingestion does. */
async function insert(rows: readonly StoredEvent[]): Promise<void> {
  await server.events.insert([...rows]);
  await server.dependencies.live.announce(EVERYTHING_CHANGED);
}

async function list(query = ''): Promise<ProfitPage> {
  const response = await server.app.inject({ url: `/api/admin/profit?limit=100&${query}`, headers: admin });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<ProfitPage>();
}

test('lists each outlet in service, with or without events, and the profit adds up', async () => {
  const { data, total } = await list();
  expect(total).toBe(4);
  for (const row of data)
    expect(row.revenue - row.owner_share - row.energy_cost - row.fixed_cost).toBeCloseTo(row.profit, 6);
  expect(data.map(({ profit }) => profit)).toEqual([...data.map(({ profit }) => profit)].sort((a, b) => a - b));
  for (const [sort, of] of [
    ['views', 'views'],
    ['revenue', 'revenue'],
    ['owner', 'owner_share'],
    ['energy', 'energy_cost'],
    ['fixed', 'fixed_cost'],
  ] as const) {
    const values = (rows: ProfitPage) => rows.data.map((row) => row[of]);
    expect(values(await list(`sort=${sort}`)), sort).toEqual(values(await list()).sort((a, b) => a - b));
    expect(values(await list(`sort=-${sort}`)), sort).toEqual(values(await list()).sort((a, b) => b - a));
  }
  const one = data.find(({ eui }) => eui === world.outlets.a1.eui);
  expect(one).toMatchObject({
    views: 1,
    revenue: 3,
    owner_share: 0.9,
    energy_cost: 0.1,
    profit: 2,
    energy: 'measured',
  });
  const other = data.find(({ eui }) => eui === world.outlets.b1.eui);
  expect(other).toMatchObject({ views: 1, revenue: 1, energy: 'estimated', purchase_price: null, pays_back_on: null });
  const costly = data.find(({ eui }) => eui === world.outlets.b2.eui);
  expect(costly).toMatchObject({ views: 0, energy: 'none', advice: 'check', why: 'no_views', cost_known: true });
  expect(costly?.fixed_cost).toBeGreaterThan(29);
});

test('filters by advice, text and customer, and only administrators have access', async () => {
  expect((await list('advice=move')).data.every(({ advice }) => advice === 'move')).toBe(true);
  expect((await list(`q=${world.outlets.a1.eui.toUpperCase()}`)).data.map(({ eui }) => eui)).toEqual([
    world.outlets.a1.eui,
  ]);
  expect((await list(`cid=${world.beta.id}`)).total).toBe(2);
  const get = (query: string, headers = admin) => server.app.inject({ url: `/api/admin/profit?${query}`, headers });
  expect((await get(`cid=${world.volt.id}`)).statusCode).toBe(400);
  expect((await get('', await server.asRole('property', world.alpha.id))).statusCode).toBe(403);
});

test('chunked queries return the same for any number of outlets and owners per query', async () => {
  const question: Question = {
    scope: { kind: 'all' },
    customerKey: null,
    timeZone: null,
    range: { startMs: TEST_NOW - 90 * DAY_MS, endMs: TEST_NOW },
  };
  const told = async (outlets: number, owners: number, customerKey: number | null = null) => {
    const table = await createProfits(server.dependencies, { outlets, owners }).table({ ...question, customerKey });
    const found = await table.find({ sort: 'profit', q: '', advice: undefined });
    const rows = [...found].flatMap((place) => table.rowAt(place) ?? []);
    const shown = await showProfit(server.dependencies, question, rows);
    return { median: table.median, rows: shown.toSorted((one, other) => (one.eui < other.eui ? -1 : 1)) };
  };
  const whole = await told(1_000, 1_000);
  expect(whole.rows).toHaveLength(4);
  for (const [outlets, owners] of [
    [1, 1],
    [1, 5],
    [2, 1],
    [3, 2],
    [3, 5],
  ] as const)
    expect(await told(outlets, owners), `${outlets} ${owners}`).toEqual(whole);
  expect((await told(1, 1, world.beta.key)).rows).toEqual(
    whole.rows.filter(({ customer }) => customer === 'Beta Cafés'),
  );
});

test('an outlet pays back its purchase with earnings from all venues and owners', async () => {
  const { accounts } = server;
  const [bought, moved] = [TEST_NOW - 100 * DAY_MS, TEST_NOW - 10 * DAY_MS];
  const cafe = await makeVenue(accounts, { customerId: world.beta.id, name: 'Old place' });
  const roof = await makeVenue(accounts, { customerId: world.alpha.id, name: 'New place' });
  const outlet = await makeOutlet(accounts, { customerId: world.beta.id, venueId: cafe.id, eui: 'cccccccccccccc01' });
  const own = accounts.updateTable('outlet_assignments').where('outlet_id', '=', outlet.id);
  await own.set({ from_at: bought, to_at: moved }).execute();
  const place = { outlet_id: outlet.id, customer_id: world.alpha.id, venue_id: roof.id, from_at: moved, to_at: null };
  await accounts
    .insertInto('outlet_assignments')
    .values({ id: randomUUID(), ...place })
    .execute();
  // Each event earns two dollars for the network.
  const of = { amountMicros: 3_000_000, ownerMicros: 900_000, energyMilliWh: 200_000 };
  const here = { ...outlet, timeZone: 'UTC' };
  await insert([
    storedEvent(world.beta, here, world.cola, TEST_NOW - 50 * DAY_MS, of),
    storedEvent(world.alpha, here, world.cola, TEST_NOW - 5 * DAY_MS, of),
  ]);
  const paidBack = async (purchase_price: number, monthly_cost: number | null = null) => {
    await accounts.updateTable('outlets').set({ purchase_price, monthly_cost }).where('id', '=', outlet.id).execute();
    const row = (await list()).data.find(({ eui }) => eui === outlet.eui);
    expect(row).toMatchObject({ venue: 'New place', days: 10, views: 1, purchase_price });
    return row?.pays_back_on;
  };
  const day = (from: number) => isoDateOf(TEST_NOW + from * DAY_MS);
  expect(await paidBack(2)).toBe(day(-50));
  expect(await paidBack(4)).toBe(day(0));
  // Four dollars are left. The outlet earned two dollars in ten days at its current venue.
  expect(await paidBack(8)).toBe(day(20));
  // With a cost of a dollar a day, for all 100 days and for the ten, the outlet earns less than it costs.
  expect(await paidBack(8, 365 / 12)).toBeNull();
});

test('a moved outlet shows only its results at the current venue', async () => {
  const { accounts } = server;
  const { a2 } = world.outlets;
  const movedAt = TEST_NOW - 20 * DAY_MS;
  const venue = await makeVenue(accounts, { customerId: world.alpha.id, name: 'Roof' });
  await accounts.updateTable('outlet_assignments').set({ to_at: movedAt }).where('outlet_id', '=', a2.id).execute();
  const place = { outlet_id: a2.id, customer_id: world.alpha.id, venue_id: venue.id };
  await accounts
    .insertInto('outlet_assignments')
    .values({ id: randomUUID(), ...place, from_at: movedAt, to_at: null })
    .execute();
  const of = { amountMicros: 3_000_000, ownerMicros: 900_000, energyMilliWh: 200_000 };
  await insert([3, 19, 21, 60].map((days) => storedEvent(world.alpha, a2, world.cola, TEST_NOW - days * DAY_MS, of)));
  const row = (await list()).data.find(({ eui }) => eui === a2.eui);
  expect(row).toMatchObject({ venue: 'Roof', days: 20, views: 2, revenue: 6, owner_share: 1.8, energy_cost: 0.2 });
});

test('list pages read the events once, until an event, a new cost or a growing monthly cost', async () => {
  const { accounts, clock, dependencies } = server;
  let readings = 0;
  const terms: (typeof dependencies)['figures']['terms'] = (asked) => {
    readings += 1;
    return dependencies.figures.terms(asked);
  };
  const profits = createProfits({ ...dependencies, figures: { ...dependencies.figures, terms } });
  const range = { startMs: TEST_NOW - 90 * DAY_MS, endMs: null };
  const question: Question = { scope: { kind: 'all' }, customerKey: null, timeZone: null, range };
  const { b1, b2 } = world.outlets;
  const look = async () => {
    readings = 0;
    return Number((await profits.of(question, b2.eui))?.made.fixed);
  };
  const before = await look();
  expect(readings).toBeGreaterThan(0);
  expect([await look(), readings]).toEqual([before, 0]);
  await accounts.updateTable('outlets').set({ monthly_cost: 20 }).where('id', '=', b2.id).execute();
  // Reads costs again, and no event.
  expect([await look(), readings]).toEqual([2 * before, 0]);
  clock.ms += DAY_MS / 2;
  expect(await look()).toBeGreaterThan(2 * before);
  clock.ms -= DAY_MS / 2;
  const views = async () => (await profits.of(question, b1.eui))?.sums.views ?? 0;
  const known = await views();
  const of = { amountMicros: 3_000_000, ownerMicros: 900_000, energyMilliWh: 200_000 };
  await insert([storedEvent(world.beta, b1, world.cola, TEST_NOW - 1_000, of)]);
  expect(await views()).toBe(known + 1);
  await insert([storedEvent(world.beta, b1, world.cola, TEST_NOW - 30 * DAY_MS, of)]);
  expect(await views()).toBe(known + 2);
});

test('the monthly profit opens to its terms, and those to events at the current venue, and both add up', async () => {
  const explain = async (query: string): Promise<Explanation> => {
    const response = await server.app.inject({ url: `/api/explain?${query}`, headers: admin });
    expect(response.statusCode, response.body).toBe(200);
    const told = response.json<Explanation>();
    const all = [...told.parts, ...told.events, ...(told.left_out === null ? [] : [told.left_out])];
    expect(String(all.reduce((sum, { amount }) => sum + BigInt(amount), 0n)), query).toBe(told.total);
    return told;
  };
  const { data } = await list('range=90d');
  for (const row of data) {
    const of = `range=90d&outlet=${row.eui}`;
    const month = await explain(`figure=profit_a_month&${of}`);
    expect(month).toMatchObject({ by: 'term', choices: ['term'], left_out: null });
    expect(Number(month.total) / 1e6, row.eui).toBe(row.profit_a_month);
    const inDays = month.parts.reduce((sum, part) => sum + BigInt(part.of_days ?? 0), 0n);
    expect(Number(inDays) / 1e6).toBe(row.profit);
    const told = { revenue: row.revenue, owner_share: row.owner_share, energy: row.energy_kwh };
    for (const [figure, amount] of Object.entries(told))
      for (const by of ['flight', 'day', 'event'])
        expect(Number((await explain(`figure=${figure}&by=${by}&${of}`)).total) / 1e6).toBeCloseTo(amount, 6);
    expect(Number((await explain(`figure=views&${of}`)).total)).toBe(row.views);
  }
  const status = async (query: string, headers = admin) =>
    (await server.app.inject({ url: `/api/explain?${query}`, headers })).statusCode;
  const { eui } = world.outlets.a1;
  expect(await status(`figure=profit_a_month&outlet=${eui}`, await server.asRole('property', world.alpha.id))).toBe(
    403,
  );
  expect(await status('figure=profit_a_month&outlet=00000000000000ff')).toBe(404);
  for (const wrong of ['', `&outlet=${eui}&by=day`, `&outlet=${eui}&filters={}`, `&outlet=${eui}&known_on=2020-01-01`])
    expect(await status(`figure=profit_a_month${wrong}`), wrong).toBe(400);
  expect(await status(`figure=visitors&outlet=${eui}`)).toBe(400);
});
