import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DailyFigures } from '#contract/daily.ts';
import type { Explanation } from '#contract/explain.ts';
import type { EventResult, OutletEvent } from '#contract/ingest.ts';
import type { CustomerList, DevicePage, Summary } from '#contract/list.ts';
import type { OutletDetail } from '#contract/outlets.ts';
import type { SearchHits } from '#contract/search.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { makeWorld, type World } from '../features/dashboard/testing/make-world.ts';
import { readPdf } from '../features/statements/testing/read-pdf.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { makeFlight, makeKey } from './makers.ts';
import { turnPatternsOff } from './patterns-off.ts';
import { byLength } from './test-length.ts';
import { canRun, TEST_STORES, type TestStores } from './test-stores.ts';

/**
 * Amounts per event in micro-dollars. Views cost ten dollars per thousand. A click costs $0.123457, and the owner's 30
 * % are rounded to even.
 */
const VIEW = { amount: 10_000, owner: 3_000 };
const CLICK = { amount: 123_457, owner: 37_037 };

type Outlet = 'a1' | 'a2' | 'b1' | 'b2';
type Sent = { readonly outlet: Outlet; readonly event: OutletEvent; readonly amount: number; readonly owner: number };
type Actor = 'admin' | 'alpha' | 'volt';
const ACTORS = ['admin', 'alpha', 'volt'] as const;

/**
 * One network uses every function that needs stores, on each kind of stores that the product supports. The daily run
 * uses only the shards, because every other test of the whole app uses the embedded stores.
 */
const KINDS = byLength<readonly TestStores[]>(
  TEST_STORES.filter((kind) => kind === 'cluster'),
  TEST_STORES,
);
describe.each(KINDS)('a network on stores of the kind %s', (kind) => {
  describe.skipIf(!canRun(kind))('from its first event to a restart', () => journey(kind));
});

function journey(kind: TestStores): void {
  let server: TestApp;
  let world: World;
  let headers: Record<Actor, { authorization: string }>;
  const keys = new Map<'a' | 'b', string>();
  const sent: Sent[] = [];
  const random = seededRandom('journey', 1);

  beforeAll(async () => {
    server = await createTestApp({ stores: kind });
    // Turn off the statistical rules, because each click follows a minute after its view, unlike those of real
    // visitors.
    await turnPatternsOff(server.accounts);
    world = await makeWorld(server);
    const campaign = await server.accounts
      .selectFrom('campaigns')
      .select('id')
      .where('key', '=', world.cola.key)
      .executeTakeFirstOrThrow();
    await makeFlight(server.accounts, {
      campaignId: campaign.id,
      code: 'CLICKS',
      model: 'cpc',
      priceMicros: CLICK.amount,
    });
    keys.set('a', (await makeKey(server.accounts, { customerId: world.alpha.id })).key);
    keys.set('b', (await makeKey(server.accounts, { customerId: world.beta.id })).key);
    await signIn();
  });
  afterAll(() => server.close());

  async function signIn(): Promise<void> {
    headers = {
      admin: await server.asRole('admin'),
      alpha: await server.asRole('property', world.alpha.id),
      volt: await server.asRole('advertiser', world.volt.id),
    };
  }

  const eventOf = (outlet: Outlet, timestampMs: number, over: Partial<OutletEvent> = {}): OutletEvent => ({
    id: randomUUID(),
    type: 'view',
    eui: world.outlets[outlet].eui,
    timestamp: new Date(timestampMs).toISOString(),
    ...over,
  });

  async function post(customer: 'a' | 'b', events: readonly OutletEvent[]): Promise<EventResult[]> {
    const authorization = `Bearer ${keys.get(customer)}`;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      headers: { authorization },
      payload: [...events],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ results: EventResult[] }>().results;
  }

  const postAll = async (some: readonly Sent[]) => {
    const results: EventResult[] = [];
    for (const customer of ['a', 'b'] as const) {
      const own = some.filter(({ outlet }) => outlet.startsWith(customer)).map(({ event }) => event);
      if (own.length > 0) results.push(...(await post(customer, own)));
    }
    return results.map(({ status }) => status);
  };

  async function get<Answer>(actor: Actor, url: string): Promise<Answer> {
    const answer = await server.app.inject({ url: `/api${url}`, headers: headers[actor] });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Answer>();
  }

  /** Returns an actor's figures, computed by adding up the events that were sent. */
  function addUp(actor: Actor, events: readonly Sent[]) {
    const seen = events.filter(({ outlet }) => actor !== 'alpha' || outlet.startsWith('a'));
    const count = (type: string) => seen.filter(({ event }) => event.type === type).length;
    const micros = seen.reduce((sum, { amount, owner }) => sum + (actor === 'alpha' ? owner : amount), 0);
    return {
      total_views: count('view'),
      total_clicks: count('click'),
      total_burns: count('burn'),
      total_revenue: micros / 1e6,
    };
  }

  let looks = 0;
  async function expectExact(): Promise<void> {
    looks += 1;
    for (const [turn, actor] of ACTORS.entries()) {
      // In the short run, only one of the actors reads in each round.
      if (turn !== looks % ACTORS.length && byLength(true, false)) continue;
      expect(await get<Summary>(actor, '/list/summary'), actor).toMatchObject(addUp(actor, sent));
      const { data: cards } = await get<CustomerList>(actor, '/list');
      const { data: devices } = await get<DevicePage>(actor, '/list/devices');
      for (const device of devices) {
        const here = sent.filter(({ outlet }) => world.outlets[outlet].eui === device.eui);
        expect(device, device.eui).toMatchObject(addUp('admin' === actor || actor === 'volt' ? actor : 'alpha', here));
      }
      expect(
        cards
          .flatMap((card) => card.devices)
          .map(({ eui, total_views }) => `${eui} ${total_views}`)
          .sort(),
      ).toEqual(devices.map(({ eui, total_views }) => `${eui} ${total_views}`).sort());
      const [from, to] = ['2026-11-01', '2026-11-14'];
      const { data: days } = await get<DailyFigures>(actor, `/list/daily?from=${from}&to=${to}&tz=UTC`);
      const dayOf = ({ event }: Sent) => event.timestamp.slice(0, 10);
      const inRange = sent.filter((one) => dayOf(one) >= from && dayOf(one) <= to);
      const micros = BigInt(Math.round(addUp(actor, inRange).total_revenue * 1e6));
      const ways = ['outlet', 'day', 'event'];
      // In the short run, each actor gets a different breakdown of its sum in each round.
      for (const by of byLength(ways.slice((turn + looks) % 3).slice(0, 1), ways)) {
        const why = await get<Explanation>(actor, `/explain?by=${by}&from=${from}&to=${to}&tz=UTC`);
        const told = [...why.parts, ...why.events, ...(why.left_out === null ? [] : [why.left_out])];
        const sum = told.reduce((all, { amount }) => all + BigInt(amount), 0n);
        expect([actor, by, BigInt(why.total), sum]).toEqual([actor, by, micros, micros]);
      }
      for (const { date: day, views, clicks, burns, revenue } of days) {
        const { total_views, total_clicks, total_burns, total_revenue } = addUp(
          actor,
          sent.filter((one) => dayOf(one) === day),
        );
        expect([actor, day, views, clicks, burns, revenue]).toEqual([
          actor,
          day,
          total_views,
          total_clicks,
          total_burns,
          total_revenue,
        ]);
      }
      expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(
        addUp(
          actor,
          sent.filter((one) => dayOf(one) >= from && dayOf(one) <= to),
        ).total_views,
      );
    }
  }

  const sealJob = () =>
    createSealJob(server.events as Parameters<typeof createSealJob>[0], server.ledger, () => server.clock.ms);

  async function readStatement(actor: 'alpha' | 'volt'): Promise<string> {
    const payload = {
      cid: world.alpha.id,
      role: actor === 'alpha' ? 'property' : 'advertiser',
      from: '2026-11-01',
      to: '2026-11-14',
    };
    const ticket = await server.app.inject({
      method: 'POST',
      url: '/api/list/print-ticket',
      headers: headers[actor],
      payload,
    });
    expect(ticket.statusCode, ticket.body).toBe(200);
    const pdf = await server.app.inject({ url: ticket.json<{ url: string }>().url });
    expect(pdf.statusCode).toBe(200);
    return readPdf(pdf.rawPayload);
  }

  test('accepts events of three weeks once, and every figure is their sum', async () => {
    for (let day = 21; day >= 0; day -= 1) {
      for (const outlet of ['a1', 'a2', 'b1', 'b2'] as const) {
        for (let n = random.whole(1, 5); n > 0; n -= 1) {
          const at = TEST_NOW - day * DAY_MS - random.whole(10, 1_200) * MINUTE_MS;
          const isClicked = random.whole(0, 2) === 0;
          const view = eventOf(outlet, at, { flight: isClicked ? 'CLICKS' : 'COLA-1' });
          sent.push({ outlet, event: view, ...(isClicked ? { amount: 0, owner: 0 } : VIEW) });
          if (!isClicked) continue;
          const click = eventOf(outlet, at + MINUTE_MS, { type: 'click', flight: 'CLICKS', view_id: view.id });
          sent.push({ outlet, event: click, ...CLICK });
        }
      }
    }
    expect(new Set(await postAll(sent))).toEqual(new Set(['accepted']));
    expect(new Set(await postAll(sent.slice(0, 100)))).toEqual(new Set(['duplicate']));
    await expectExact();
  });

  test('sealing changes no figure, and a statement has the same amounts', async () => {
    const report = await sealJob().runNow();
    expect(report.weeks.length).toBeGreaterThan(1);
    await expectExact();
    const inPeriod = sent.filter(({ event }) => event.timestamp >= '2026-11-01' && event.timestamp < '2026-11-15');
    expect(inPeriod.length).toBeGreaterThan(50);
    for (const actor of ['alpha', 'volt'] as const) {
      const ofAlpha = inPeriod.filter(({ outlet }) => outlet.startsWith('a'));
      expect(await readStatement(actor)).toContain(`$${addUp(actor, ofAlpha).total_revenue.toFixed(2)}`);
    }
  });

  test('an event of a sealed week counts at once, and after the week is sealed again', async () => {
    const late: Sent = { outlet: 'a1', event: eventOf('a1', TEST_NOW - 15 * DAY_MS, { flight: 'COLA-1' }), ...VIEW };
    expect(await postAll([late])).toEqual(['accepted']);
    sent.push(late);
    await expectExact();
    expect((await sealJob().runNow()).weeks).toHaveLength(1);
    await expectExact();
    expect(await sealJob().compareNow()).toMatchObject({ repairedWeeks: [], losses: [] });
  });

  test('a clock that ran two days ahead and was corrected blocks no figure and no statement', async () => {
    const rightMs = server.clock.ms;
    server.clock.ms += 2 * DAY_MS;
    await signIn();
    for (const actor of ACTORS) await get(actor, '/list/summary');
    server.clock.ms = rightMs;
    await signIn();
    for (const actor of ['alpha', 'volt'] as const) await readStatement(actor);
    await expectExact();
  });

  test('after a restart, every id is known and every figure is available', async () => {
    server = await server.restart();
    await signIn();
    expect(new Set(await postAll(sent.slice(-100)))).toEqual(new Set(['duplicate']));
    await expectExact();
  });

  test('finds words anywhere, records an export, and rejects a correction of a location with figures', async () => {
    expect((await get<SearchHits>('admin', '/list/search?q=PHA')).customers.map(({ customer }) => customer)).toEqual([
      'Alpha Hotels',
    ]);
    expect((await get<SearchHits>('admin', `/list/search?q=${encodeURIComponent('%')}`)).customers).toEqual([]);
    const csv = await server.app.inject({ url: '/api/admin/outlets/export', headers: headers.admin });
    expect(csv.body).toContain(world.outlets.b2.eui);
    const { data: entries } = await get<{ data: { action: string }[] }>('admin', '/audit');
    expect(entries[0]?.action).toContain('export');
    const { outlet } = await get<OutletDetail>('admin', `/admin/outlets/${world.outlets.b1.id}`);
    const move = {
      customer_id: world.alpha.id,
      venue_id: '',
      from: new Date(TEST_NOW).toISOString(),
      version: outlet.version,
      correct: true,
    };
    const venue = await server.accounts
      .selectFrom('venues')
      .select('id')
      .where('customer_id', '=', world.alpha.id)
      .executeTakeFirstOrThrow();
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/admin/outlets/${outlet.id}/move`,
      headers: headers.admin,
      payload: { ...move, venue_id: venue.id },
    });
    expect(answer.statusCode, answer.body).toBe(409);
  });
}
