import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventResult, IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay, ServeReason } from '#contract/serve.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { PriceModel } from '#domain/money.ts';
import type { EventsDb } from '#event-store/events-db.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { readPlay } from '../../plays/play-token.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  makeCampaign,
  makeCreative,
  makeCustomer,
  makeFlight,
  makeHousePicture,
  makeKey,
  makeOutlet,
  makeVenue,
} from '../../testing/makers.ts';

let server: TestApp;
/** While this is true, the events store rejects every query. */
let isStoreAway = false;

const unlessAway = (store: EventsDb): EventsDb => ({
  query: (read) => (isStoreAway ? Promise.reject(new Error('away')) : store.query(read)),
  stream: (read) => store.stream(read),
  findEvents: (wanted) => store.findEvents(wanted),
  findFollowers: (wanted) => store.findFollowers(wanted),
  hasInsertEnded: (insert) => store.hasInsertEnded(insert),
  seal: () => (isStoreAway ? Promise.reject(new Error('away')) : store.seal()),
  isReady: () => store.isReady(),
  close: () => store.close(),
  insert: (rows, fence) => store.insert(rows, fence),
});

beforeAll(async () => {
  server = await createTestApp({ wrapEvents: unlessAway });
  await server.dependencies.playServer.ready();
});
afterAll(() => server.close());
beforeEach(() => {
  isStoreAway = false;
});

type FlightTerms = {
  readonly model?: PriceModel;
  readonly priceMicros?: number;
  readonly budgetMicros?: number;
  readonly startsAt?: number;
  readonly endsAt?: number;
  readonly row?: Readonly<Record<string, string | number | null>>;
};

/** Creates an owner with an outlet, its key, and flights that reach no other owner. */
async function lay(...flights: readonly FlightTerms[]) {
  const { accounts } = server;
  const owner = await makeCustomer(accounts);
  const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'UTC' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const { key } = await makeKey(accounts, { outletId: outlet.id });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const made = [];
  for (const { row = {}, ...terms } of flights) {
    const flight = await makeFlight(accounts, {
      plain: false,
      campaignId: campaign.id,
      model: 'flat',
      priceMicros: 1_000,
      endsAt: TEST_NOW + 365 * DAY_MS,
      ...terms,
    });
    const targets = JSON.stringify({ outlets: [outlet.id] });
    await accounts
      .updateTable('flights')
      .set({ pacing: 'fast', ...row, targets })
      .where('id', '=', flight.id)
      .execute();
    made.push({ ...flight, creative: await makeCreative(accounts, { flightId: flight.id }) });
  }
  await countSpent(made.map(({ id }) => id));
  return { owner, outlet, key, advertiser, campaign, flights: made };
}

/** Reads the spend of the flights once, so that no later call has to wait for the events store. */
async function countSpent(ids: readonly string[]): Promise<void> {
  const { accounts, dependencies } = server;
  const columns = ['key', 'budget_micros as budgetMicros', 'daily_cap_micros as dailyCapMicros'] as const;
  const rows = await accounts.selectFrom('flights').select(columns).where('id', 'in', ids).execute();
  const terms = new Map(rows.map((row) => [row.key, { ...row, timeZone: 'UTC' }]));
  const none = { budgetMicros: 0, dailyCapMicros: null, timeZone: 'UTC' };
  await dependencies.budgets.standing([...terms.keys()], (key) => terms.get(key) ?? none);
}

type World = Awaited<ReturnType<typeof lay>>;

const call = (url: string, key: string | undefined, body: unknown) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
  });

async function ask({ outlet, key }: World, count = 1, fingerprint?: string): Promise<ServeAnswer> {
  const answer = await call('/api/serve', key, { eui: outlet.eui, count, ...(fingerprint ? { fingerprint } : {}) });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<ServeAnswer>();
}

/** Returns the flights of the served plays, in order. */
const shown = async (world: World, count = 1) => (await ask(world, count)).plays.map(({ flight }) => flight);

const viewOf = ({ id, token }: ServedPlay, { outlet }: World, atMs = server.clock.ms): OutletEvent => ({
  id,
  type: 'view',
  eui: outlet.eui,
  cryptic: token,
  timestamp: new Date(atMs).toISOString(),
});

async function report({ key }: World, ...events: OutletEvent[]): Promise<readonly EventResult[]> {
  const answer = await call('/api/ingest/events', key, events);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<IngestAnswer>().results;
}

const earned = async (flightKey: number) => {
  const [row] = await server.events.query<{ micros: string }>({
    sql: 'SELECT sum(amount_micros) AS micros FROM events FINAL WHERE flight_id = {flight:UInt32}',
    params: { flight: flightKey },
    scope: { kind: 'all' },
  });
  return Number(row?.micros);
};

const change = (world: World, row: Readonly<Record<string, string | number | null>>) =>
  server.accounts
    .updateTable('flights')
    .set(row)
    .where('id', '=', world.flights[0]?.id ?? '')
    .execute();

describe('a play', () => {
  test('has an id and a token that the outlet reports, and its view is paid once', async () => {
    const world = await lay({});
    const [flight] = world.flights;
    const { plays, reason, retry_after: retryAfter } = await ask(world);
    expect({ reason, retryAfter }).toEqual({ reason: null, retryAfter: 0 });
    expect(plays).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token: expect.stringMatching(/^[\w-]{1,128}$/),
        flight: flight?.code,
        sponsor: world.advertiser.name,
        creative: {
          url: `/api/creatives/${flight?.creative.file_hash}.png`,
          type: 'image/png',
          width: 1_200,
          height: 800,
          seconds: 10,
          target: 'https://ads.example/',
        },
        expires_at: new Date(server.clock.ms + 15 * MINUTE_MS).toISOString(),
      },
    ]);
    const [play] = plays as [ServedPlay];
    const view = viewOf(play, world);
    expect(await report(world, view)).toMatchObject([{ status: 'accepted' }]);
    expect(
      await report(world, view, { ...view, timestamp: new Date(server.clock.ms - 1).toISOString() }),
    ).toMatchObject([{ status: 'duplicate' }, { status: 'duplicate' }]);
    expect(await earned(flight?.key ?? 0)).toBe(1_000);
  });

  test("binds id, outlet, flight, creative, issue, expiry and reservation, which is a click's price for click flights", async () => {
    const world = await lay({ model: 'cpc', priceMicros: 250_000 });
    const [play] = (await ask(world)).plays as [ServedPlay];
    const { snapshot } = await server.dependencies.network.current();
    const read = readPlay(play.token, await createPlayKeys(server.dependencies).of(snapshot));
    expect(read).toMatchObject({
      id: play.id,
      outletKey: world.outlet.key,
      flightKey: world.flights[0]?.key,
      reservedMicros: 250_000,
      issuedMs: server.clock.ms,
      expiresMs: server.clock.ms + 15 * MINUTE_MS,
      creative: world.flights[0]?.creative.id.replaceAll('-', '').slice(-16),
    });
    expect(read?.lease).toBeGreaterThan(0);
  });

  test('ends before its flight', async () => {
    const endsAt = server.clock.ms + 5 * MINUTE_MS;
    const [play] = (await ask(await lay({ endsAt }))).plays as [ServedPlay];
    expect(play.expires_at).toBe(new Date(endsAt - SECOND_MS).toISOString());
  });

  test('is served only for outlets that the key may report for', async () => {
    const [world, other] = [await lay({}), await lay({})];
    const at = (key: string | undefined, eui: string) => call('/api/serve', key, { eui, count: 1 });
    expect((await at(undefined, world.outlet.eui)).statusCode).toBe(401);
    expect((await at(`vb_${'a'.repeat(43)}`, world.outlet.eui)).statusCode).toBe(401);
    const foreign = await at(world.key, other.outlet.eui);
    const unknown = await at(world.key, '00112233445566ff');
    expect([foreign.statusCode, unknown.statusCode]).toEqual([403, 403]);
    expect(foreign.json().error.message).toBe(unknown.json().error.message);
    const gateway = await makeKey(server.accounts, { customerId: world.owner.id });
    expect((await at(gateway.key, world.outlet.eui.toUpperCase())).statusCode).toBe(200);
    expect((await at(gateway.key, other.outlet.eui)).statusCode).toBe(403);
    for (const count of [0, 51, 1.5])
      expect((await call('/api/serve', world.key, { eui: world.outlet.eui, count })).statusCode).toBe(400);
  });
});

describe('never served', () => {
  const never = async (
    why: ServeReason,
    terms: FlightTerms,
    make: (world: World) => unknown = () => undefined,
  ): Promise<World> => {
    const world = await lay(terms);
    await make(world);
    const { plays, reason, retry_after: retryAfter } = await ask(world, 3);
    expect({ plays, reason }).toEqual({ plays: [], reason: why });
    expect(retryAfter).toBeGreaterThan(0);
    return world;
  };

  test('flights that are not approved, canceled, not started or over', async () => {
    await never('no_flight', { row: { state: 'draft', approved_at: null } });
    await never('no_flight', { row: { state: 'cancelled', cancelled_at: TEST_NOW } });
    const planned = await lay({ startsAt: server.clock.ms + 40 * SECOND_MS });
    expect(await ask(planned)).toEqual({ plays: [], reason: 'not_started', retry_after: 40 });
    await never('no_flight', { endsAt: server.clock.ms });
  });

  test('paused flights, from the next call on, until they are resumed', async () => {
    const world = await lay({});
    expect(await shown(world)).toHaveLength(1);
    await change(world, { paused: 1 });
    expect(await ask(world)).toMatchObject({ plays: [], reason: 'paused' });
    await change(world, { paused: 0 });
    expect(await shown(world)).toHaveLength(1);
  });

  test('flights without a price, for other venues, or without a picture that the owner accepts', async () => {
    const { accounts } = server;
    await never('no_price', {}, ({ flights: [flight] }) =>
      accounts
        .deleteFrom('flight_prices')
        .where('flight_id', '=', flight?.id ?? '')
        .execute(),
    );
    await never('no_flight', {}, (world) => change(world, { targets: JSON.stringify({ outlets: [randomUUID()] }) }));
    await never('no_creative', {}, ({ flights: [flight] }) =>
      accounts
        .updateTable('creatives')
        .set({ removed_at: 1 })
        .where('flight_id', '=', flight?.id ?? '')
        .execute(),
    );
    const decide = ({ owner, flights: [flight] }: World, decision: 'accepted' | 'refused') =>
      accounts
        .insertInto('creative_decisions')
        .values({
          creative_id: flight?.creative.id ?? '',
          customer_id: owner.id,
          decision,
          reason: '',
          decided_at: 1,
          decided_by: '',
        })
        .execute();
    await never('creative_refused', {}, (world) => decide(world, 'refused'));
    const setOwner = ({ owner }: World, row: { reviews_creatives?: 1; blocked_categories?: string }) =>
      accounts.updateTable('customers').set(row).where('id', '=', owner.id).execute();
    const reviewed = await never('creative_waiting', {}, (world) => setOwner(world, { reviews_creatives: 1 }));
    await decide(reviewed, 'accepted');
    expect(await shown(reviewed)).toHaveLength(1);
    await never('blocked_category', {}, (world) => setOwner(world, { blocked_categories: 'gambling,other' }));
  });
});

describe('budgets', () => {
  test('a daily cap limits the plays of a day in the time zone', async () => {
    const world = await lay({ row: { daily_cap_micros: 2_000 } });
    const { plays } = await ask(world, 5);
    expect(plays).toHaveLength(2);
    expect(await ask(world, 5)).toMatchObject({ plays: [], reason: 'budget_held' });
    await report(world, ...plays.map((play) => viewOf(play, world)));
    server.clock.ms += SECOND_MS;
    expect(await ask(world, 5)).toMatchObject({ plays: [], reason: 'capped' });
  });

  test('distinguishes a spent budget from one that is reserved for active plays', async () => {
    const world = await lay({ budgetMicros: 1_000 });
    const { plays } = await ask(world, 5);
    expect(await ask(world)).toMatchObject({ plays: [], reason: 'budget_held', retry_after: 60 });
    await report(world, ...plays.map((play) => viewOf(play, world)));
    server.clock.ms += SECOND_MS;
    expect(await ask(world)).toMatchObject({ plays: [], reason: 'budget_spent' });
  });

  test('with several flights, the one closest to being shown gives the reason', async () => {
    const world = await lay({ row: { paused: 1 } }, { startsAt: server.clock.ms + 40 * SECOND_MS });
    expect(await ask(world)).toMatchObject({ plays: [], reason: 'not_started', retry_after: 40 });
  });

  test('a flight that is on its plan waits a moment', async () => {
    const days = { startsAt: TEST_NOW - 12 * HOUR_MS, endsAt: TEST_NOW + 40 * DAY_MS };
    const world = await lay({ ...days, budgetMicros: 200_000, row: { pacing: 'even' } });
    const { plays, ...answer } = await ask(world, 50);
    expect(plays.length).toBeLessThan(4);
    expect(answer).toEqual({ reason: 'on_plan', retry_after: 15 });
  });

  test('a click is paid from the reservation of its play, even if the rest of the budget is spent', async () => {
    const world = await lay({ model: 'cpc', priceMicros: 1_000, budgetMicros: 1_000 });
    const [play] = (await ask(world, 2)).plays as [ServedPlay];
    const view = viewOf(play, world);
    const { cryptic: _, ...click } = { ...view, id: randomUUID(), type: 'click' as const, view_id: play.id };
    await report(world, view);
    const signed = { ...click, cryptic: play.token };
    expect(await report(world, signed)).toEqual([{ index: 0, id: click.id, status: 'accepted' }]);
    expect(await earned(world.flights[0]?.key ?? 0)).toBe(1_000);
  });
});

test('serves the flight most behind its plan first, and an even flight waits while it is on its plan', async () => {
  const day = { startsAt: TEST_NOW - 12 * HOUR_MS, row: { pacing: 'even' } };
  const world = await lay({ ...day, endsAt: TEST_NOW + 40 * DAY_MS, budgetMicros: 80_000 }, { priceMicros: 10 });
  const [even, fast] = world.flights;
  const codes = await shown(world, 50);
  expect(codes.slice(0, 1)).toEqual([even?.code]);
  // Half of the first of 40 days has passed: of 80 planned views, one is due by now.
  expect(codes.filter((code) => code === even?.code).length).toBeLessThan(4);
  expect(codes.at(-1)).toBe(fast?.code);
});

describe('a visitor', () => {
  const ANNA = 'a1'.repeat(16);

  test('sees a flight up to its cap, including stored views, and unnamed visitors have no limit', async () => {
    const world = await lay({ row: { visitor_cap: 2, accepts_unsigned: 1 } });
    const before = { ...viewOf({ id: randomUUID(), token: '' } as ServedPlay, world), fingerprint: ANNA };
    await report(world, { ...before, flight: world.flights[0]?.code ?? '' });
    // The server loads the visitor's views shortly, so the retry delay is shorter than for missing flights.
    expect(await ask(world, 5, ANNA)).toEqual({ plays: [], reason: 'loading', retry_after: 15 });
    const first = await eventually(async () => {
      const { plays } = await ask(world, 5, ANNA.toUpperCase());
      expect(plays).not.toEqual([]);
      return plays;
    });
    expect(first).toHaveLength(1);
    expect(await ask(world, 5, ANNA)).toMatchObject({ plays: [], reason: 'visitor_capped' });
    expect((await ask(world, 5, 'b2'.repeat(16))).plays).toHaveLength(2);
    expect((await ask(world, 5)).plays).toHaveLength(5);
  });
});

test("without an eligible flight, the owner's own picture is shown free of charge", async () => {
  const world = await lay({ row: { paused: 1 } });
  expect((await ask(world, 2)).plays).toEqual([]);
  const house = await makeHousePicture(server.accounts, { customerId: world.owner.id });
  const { plays, reason, retry_after: retryAfter } = await ask(world, 2);
  expect(retryAfter).toBeGreaterThan(0);
  expect(reason).toBe('paused');
  expect(plays).toHaveLength(2);
  const [play] = plays as [ServedPlay];
  expect(play).toMatchObject({ flight: null, sponsor: '' });
  expect(play.creative).toMatchObject({ url: `/api/creatives/${house.file_hash}.png`, seconds: 12, target: '' });
  expect(await report(world, viewOf(play, world))).toMatchObject([{ status: 'accepted' }]);
  await change(world, { paused: 0 });
  expect(await shown(world, 2)).toEqual([world.flights[0]?.code, world.flights[0]?.code]);
});

test('no call waits for the events store', async () => {
  const world = await lay({}, { row: { visitor_cap: 1 } });
  await ask(world);
  isStoreAway = true;
  expect(await shown(world, 4)).toHaveLength(4);
});
