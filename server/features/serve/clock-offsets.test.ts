import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestAnswer } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCreative,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeVenue,
  reassignOutlet,
} from '../../testing/makers.ts';

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');
const random = seededRandom('offsets of clocks');
/** How far the outlet's clock is ahead, in milliseconds. */
const OFFSETS = [
  ...[-CLOCK_TOLERANCE_MS, -MINUTE_MS, -1_200, 0, 1_200, CLOCK_TOLERANCE_MS],
  ...Array.from({ length: 6 }, () => random.whole(-CLOCK_TOLERANCE_MS, CLOCK_TOLERANCE_MS)),
];

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await server.dependencies.playServer.ready();
  // The test shows plays faster than creatives last, so these rules are off.
  const rules = {
    visitor_views: null,
    outlet_pace: 0,
    data_centre: 0,
    silent_minutes: null,
    made_by: 'a test',
  } as const;
  await server.accounts
    .insertInto('traffic_rules')
    .values({ id: crypto.randomUUID(), valid_from: 0, ...rules })
    .execute();
});
afterAll(() => server.close());

type Terms = { readonly startsAt?: number; readonly endsAt?: number; readonly cap?: number };

async function lay({ startsAt = 0, endsAt = TEST_NOW + 365 * DAY_MS, cap }: Terms) {
  const { accounts, dependencies } = server;
  const owner = await makeCustomer(accounts);
  const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'UTC' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const { key } = await makeKey(accounts, { outletId: outlet.id });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const flight = await makeFlight(accounts, {
    campaignId: campaign.id,
    model: 'flat',
    priceMicros: 1_000,
    startsAt,
    endsAt,
  });
  const row = {
    pacing: 'fast',
    daily_cap_micros: cap ?? null,
    targets: JSON.stringify({ outlets: [outlet.id] }),
  } as const;
  await accounts.updateTable('flights').set(row).where('id', '=', flight.id).execute();
  await accounts.updateTable('campaigns').set({ time_zone: 'UTC' }).where('id', '=', campaign.id).execute();
  await makeCreative(accounts, { flightId: flight.id });
  const terms = { budgetMicros: 1_000_000_000, dailyCapMicros: cap ?? null, timeZone: 'UTC' };
  await dependencies.budgets.standing([flight.key], () => terms);
  return { owner, outlet, key, flight };
}
type World = Awaited<ReturnType<typeof lay>>;

async function call<Answer>(url: string, { key }: World, body: unknown): Promise<Answer> {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<Answer>();
}

async function serve(world: World, atMs: number, count = 1): Promise<readonly ServedPlay[]> {
  server.clock.ms = atMs;
  return (await call<ServeAnswer>('/api/serve', world, { eui: world.outlet.eui, count })).plays;
}

/**
 * Shows the play at `atMs` by the correct clock, and reports it immediately with the outlet's clock. Returns the
 * result.
 */
async function show(world: World, { id, token }: ServedPlay, atMs: number, offsetMs: number): Promise<string> {
  server.clock.ms = atMs;
  const view = {
    id,
    type: 'view',
    eui: world.outlet.eui,
    cryptic: token,
    timestamp: new Date(atMs + offsetMs).toISOString(),
  };
  const [result] = (await call<IngestAnswer>('/api/ingest/events', world, [view])).results;
  return result?.code ?? result?.reason ?? 'counted';
}

async function spentByDay(flightKey: number): Promise<Record<string, number>> {
  const rows = await server.events.query<{ day: string; micros: string }>({
    sql: "SELECT toString(toDate(ts, 'UTC')) AS day, toString(sum(amount_micros)) AS micros FROM events FINAL WHERE flight_id = {flight:UInt32} GROUP BY day",
    params: { flight: flightKey },
    scope: { kind: 'all' },
  });
  return Object.fromEntries(rows.map(({ day, micros }) => [day, Number(micros)]));
}

test('pays a play that is shown while it is valid, for any offset of the outlet’s clock within the tolerance', async () => {
  const world = await lay({ startsAt: TEST_NOW, endsAt: TEST_NOW + 40 * MINUTE_MS });
  for (const offset of OFFSETS) {
    const [first, last] = await serve(world, TEST_NOW, 2);
    if (first === undefined || last === undefined) throw new Error('nothing to show');
    expect(await show(world, first, TEST_NOW, offset), `${offset} ms at its issue`).toBe('counted');
    expect(await show(world, last, Date.parse(last.expires_at), offset), `${offset} ms at its end`).toBe('counted');
  }
});

test('pays at the end of the flight and next to a pause, but not for views that are certainly in the pause', async () => {
  const world = await lay({ endsAt: TEST_NOW + 10 * MINUTE_MS });
  const pause = { fromMs: TEST_NOW + 2 * MINUTE_MS, toMs: TEST_NOW + 3 * MINUTE_MS };
  const long = { fromMs: TEST_NOW - 60 * MINUTE_MS, toMs: TEST_NOW - 20 * MINUTE_MS };
  for (const { fromMs, toMs } of [pause, long])
    await server.accounts
      .insertInto('flight_pauses')
      .values({ id: crypto.randomUUID(), flight_id: world.flight.id, from_at: fromMs, to_at: toMs })
      .execute();
  for (const offset of OFFSETS) {
    const [one, other] = await serve(world, TEST_NOW, 2);
    if (one === undefined || other === undefined) throw new Error('nothing to show');
    expect(await show(world, one, pause.fromMs - 1, offset), `${offset} ms before the pause`).toBe('counted');
    expect(await show(world, other, Date.parse(other.expires_at), offset), `${offset} ms at the end`).toBe('counted');
  }
  const inside = { id: crypto.randomUUID(), type: 'view', eui: world.outlet.eui, flight: world.flight.code };
  for (const atMs of [long.fromMs + CLOCK_TOLERANCE_MS, long.toMs - CLOCK_TOLERANCE_MS - 1]) {
    const view = { ...inside, id: crypto.randomUUID(), timestamp: new Date(atMs).toISOString() };
    const { results } = await call<IngestAnswer>('/api/ingest/events', world, [view]);
    expect(results).toMatchObject([{ counted: false, reason: 'paused' }]);
  }
});

test('an event close to a change of owner belongs to the nearest time that its key may report', async () => {
  const world = await lay({});
  const other = await makeCustomer(server.accounts);
  const venue = await makeVenue(server.accounts, { customerId: other.id, timeZone: 'UTC' });
  await reassignOutlet(server.accounts, {
    outletId: world.outlet.id,
    customerId: other.id,
    venueId: venue.id,
    at: TEST_NOW - 10 * MINUTE_MS,
  });
  const gateway = await makeKey(server.accounts, { customerId: other.id });
  const report = (atMs: number) => ({
    id: crypto.randomUUID(),
    type: 'view',
    eui: world.outlet.eui,
    timestamp: new Date(atMs).toISOString(),
  });
  server.clock.ms = TEST_NOW;
  const [near, far] = [TEST_NOW - 15 * MINUTE_MS, TEST_NOW - 15 * MINUTE_MS - 1].map(report);
  const { results } = await call<IngestAnswer>('/api/ingest/events', { ...world, key: gateway.key }, [near, far]);
  expect(results).toMatchObject([{ status: 'accepted' }, { status: 'rejected', code: 'wrong_outlet' }]);
});

test('applies a daily cap on every day, and pays every play served around midnight', async () => {
  const world = await lay({ cap: 40_000 });
  const told: string[] = [];
  const open: { readonly play: ServedPlay; readonly dueMs: number; readonly offset: number }[] = [];
  for (let atMs = MIDNIGHT - 30 * MINUTE_MS; atMs < MIDNIGHT + 45 * MINUTE_MS; atMs += 90 * SECOND_MS) {
    open.sort((one, other) => one.dueMs - other.dueMs);
    while ((open[0]?.dueMs ?? atMs) < atMs) {
      const due = open.shift();
      if (due !== undefined) told.push(await show(world, due.play, due.dueMs, due.offset));
    }
    for (const play of await serve(world, atMs, 3)) {
      if (play.flight === null) continue;
      const lastMs = Date.parse(play.expires_at);
      open.push({ play, dueMs: random.whole(atMs, lastMs), offset: OFFSETS[random.whole(0, OFFSETS.length - 1)] ?? 0 });
    }
  }
  open.sort((one, other) => one.dueMs - other.dueMs);
  for (const { play, dueMs, offset } of open) told.push(await show(world, play, dueMs, offset));
  expect(new Set(told)).toEqual(new Set(['counted']));
  const days = await spentByDay(world.flight.key);
  expect(Object.values(days).every((micros) => micros <= 40_000)).toBe(true);
  // The outlets showed more than one day's cap.
  expect(told.length).toBeGreaterThan(40);
});
