import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletEvent, OutletRunning, RunningFlight } from '#contract/service.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCreative, makeFlight, reassignOutlet } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { showRunning } from './show-running.ts';

type Headers = { authorization: string };

const SENT_ID = '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa';

let server: TestApp;
let world: World;
let admin: Headers;
let alpha: Headers;
let beta: Headers;
const flights: Record<string, number> = {};
let refused = '';

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  const { accounts } = server;
  // Flights of the world have no picture. The test uses only the flights below.
  await accounts.updateTable('flights').set({ cancelled_at: TEST_NOW }).execute();
  const campaignId = (await makeCampaign(accounts, { customerId: world.volt.id, name: 'Summer' })).id;
  const times = { startsAt: TEST_NOW - DAY_MS, endsAt: TEST_NOW + 10 * DAY_MS, budgetMicros: 20_000 };
  for (const code of ['BARE', 'DAY', 'LATER', 'PAUSED', 'REFUSED', 'RUNS', 'SPENT']) {
    const over = code === 'LATER' ? { startsAt: TEST_NOW + DAY_MS } : {};
    const { id, key } = await makeFlight(accounts, {
      plain: false,
      campaignId,
      code,
      ...times,
      ...over,
    });
    flights[code] = key;
    if (code === 'BARE') continue;
    const picture = await makeCreative(accounts, { flightId: id });
    if (code === 'REFUSED') refused = picture.id;
  }
  const inCode = (code: string) => accounts.updateTable('flights').where('code', '=', code);
  await inCode('DAY').set({ daily_cap_micros: 10_000, budget_micros: 1_000_000 }).execute();
  await inCode('PAUSED').set({ paused: 1 }).execute();
  await accounts
    .insertInto('flight_pauses')
    .values({ id: 'p', flight_id: await idOf('PAUSED'), from_at: TEST_NOW - MINUTE_MS, to_at: null })
    .execute();
  await accounts
    .insertInto('creative_decisions')
    .values({
      creative_id: refused,
      customer_id: world.alpha.id,
      decision: 'refused',
      reason: '',
      decided_at: TEST_NOW,
      decided_by: '',
    })
    .execute();
  admin = await server.asRole('admin');
  alpha = await server.asRole('property', world.alpha.id);
  beta = await server.asRole('property', world.beta.id);
});
afterAll(() => server.close());

async function read<Answer>(headers: Headers, path: string): Promise<Answer> {
  const answer = await server.app.inject({ url: `/api/outlets/${world.outlets.a1.id}/${path}`, headers });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json<Answer>();
}

const idOf = async (code: string) =>
  (await server.accounts.selectFrom('flights').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;

/** Reads the flights at the outlet, with given spend for two flights. */
async function running(scope: Scope): Promise<OutletRunning> {
  const standing = async () =>
    new Map([
      [flights.SPENT ?? 0, { spentMicros: 15_000, heldMicros: 5_000, days: new Map<string, number>() }],
      [flights.DAY ?? 0, { spentMicros: 15_000, heldMicros: 0, days: new Map([['2026-11-21', 10_000]]) }],
    ]);
  const { dependencies } = server;
  const needs = { ...dependencies, budgets: { ...dependencies.budgets, standing } };
  return (await showRunning(needs, world.outlets.a1.eui, scope)) as OutletRunning;
}
const states = (rows: readonly RunningFlight[]) => rows.map(({ flight, state }) => [flight, state]);

test('an administrator sees the flights that may be shown, and the reason that blocks each other flight', async () => {
  const { data, elsewhere, has_house_picture: hasPicture, left_out: leftOut } = await running({ kind: 'all' });
  expect(states(data)).toEqual([
    ['RUNS', 'runs'],
    ['LATER', 'not_begun'],
    ['PAUSED', 'paused'],
    ['DAY', 'day_spent'],
    ['SPENT', 'spent'],
    ['REFUSED', 'refused'],
    ['BARE', 'no_picture'],
  ]);
  expect([elsewhere, hasPicture, leftOut]).toEqual([0, false, 0]);
  expect(data[0]).toMatchObject({ sponsor: 'Volt Cola', pictures: 1, all_pictures: 1 });
});

test('an owner sees its own decisions, and of sponsors only that a flight is not shown', async () => {
  const { data, elsewhere } = await running({
    kind: 'owner',
    customerId: world.alpha.id,
    customerKey: world.alpha.key,
  });
  expect(states(data)).toEqual([
    [undefined, 'runs'],
    ...Array.from({ length: 5 }, () => [undefined, 'resting']),
    [undefined, 'refused'],
  ]);
  expect(elsewhere).toBeUndefined();
});

test("the API returns only the reader's own outlets", async () => {
  expect(states((await read<OutletRunning>(admin, 'flights')).data)[0]).toEqual(['DAY', 'runs']);
  expect((await read<OutletRunning>(alpha, 'flights')).data[0]).not.toHaveProperty('flight');
  for (const path of ['flights', 'events']) {
    const answer = await server.app.inject({ url: `/api/outlets/${world.outlets.a1.id}/${path}`, headers: beta });
    expect(answer.statusCode).toBe(404);
  }
});

test('the last events have their results, and an owner sees only those of its own time', async () => {
  const { a1 } = world.outlets;
  const earned = { amountMicros: 10_000, ownerMicros: 3_000, sentId: SENT_ID };
  const counted = storedEvent(world.alpha, a1, world.cola, TEST_NOW - MINUTE_MS, earned);
  const nothing = { invalid: 'over_budget', amountMicros: 0, ownerMicros: 0 } as const;
  await server.events.insert([
    counted,
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - 2 * MINUTE_MS, { ...nothing, kind: 'click' }),
    storedEvent(world.beta, a1, null, TEST_NOW - DAY_MS),
    storedEvent(world.alpha, world.outlets.a2, null, TEST_NOW),
    storedEvent(world.alpha, a1, null, TEST_NOW - 100 * DAY_MS),
  ]);
  await reassignOutlet(server.accounts, { outletId: a1.id, customerId: world.beta.id, at: TEST_NOW - 2 * DAY_MS });
  await reassignOutlet(server.accounts, { outletId: a1.id, customerId: world.alpha.id, at: TEST_NOW - DAY_MS / 2 });
  const { data } = await read<{ data: OutletEvent[] }>(admin, 'events');
  expect(data.map(({ earned: of, flight, kind, reason, sponsor }) => [kind, sponsor, flight, reason, of])).toEqual([
    ['view', 'Volt Cola', 'COLA-1', null, 0.01],
    ['click', 'Volt Cola', 'COLA-1', 'over_budget', 0],
    ['view', '', '', null, 0.010_001],
  ]);
  expect(data.map(({ sent_id: sent }) => sent)).toEqual([SENT_ID, undefined, undefined]);
  const own = (await read<{ data: OutletEvent[] }>(alpha, 'events')).data;
  expect(own.map(({ sent_id: sent }) => sent)).toEqual([SENT_ID, undefined]);
  expect(own.map(({ earned: of, reason }) => [reason, of])).toEqual([
    [null, 0.003],
    ['over_budget', 0],
  ]);
  expect(own[0]).not.toHaveProperty('flight');
});
