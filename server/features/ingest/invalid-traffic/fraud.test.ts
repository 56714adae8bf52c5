import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer } from '#contract/serve.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { eventually } from '../../../testing/eventually.ts';
import { makeCreative } from '../../../testing/makers.ts';
import { FRAUDS } from '../testing/fraud-behaviors.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

/* Fraud by an owner with its own key, under the first rules: at most 5 percent of the money is earned. */

const PRICES = { VIEWS: 'flat', CLICKS: 'cpc', BURNS: 'cpb', EMPTY: 'flat' } as const;
const PRICE = 10_000;
const MOST_EARNED = 0.05;

let ingest: TestIngest;
let world: Awaited<ReturnType<typeof lay>>;

async function lay({ network, accounts }: TestIngest) {
  const owner = await network.customer('property', 'Owner');
  const venueId = await network.venue(owner.id, 'UTC');
  const outlets = [];
  for (let nth = 0; nth < 20; nth += 1) {
    const eui = `00000000000001${nth.toString(16).padStart(2, '0')}`;
    outlets.push(await network.outlet(eui, { customerId: owner.id, venueId }));
  }
  const campaign = await network.campaign((await network.customer('advertiser', 'Sponsor')).id);
  for (const [code, model] of Object.entries(PRICES)) {
    const prices = [{ model, micros: PRICE }];
    const flight = await network.flight(campaign.id, code, { prices, budgetMicros: 1e12, plain: false });
    await accounts.updateTable('flights').set({ pacing: 'fast' }).where('id', '=', flight.id).execute();
    if (code !== 'EMPTY') await makeCreative(accounts, { flightId: flight.id, seconds: 15 });
  }
  return { euis: outlets.map(({ eui }) => eui), outlets, key: await network.accessKey({ customerId: owner.id }) };
}

/** Returns the earned amount of the flight, and the amount without any rule, in micro-dollars. */
async function moneyOf(code: string) {
  const flight = await ingest.accounts.selectFrom('flights').select('key').where('code', '=', code).executeTakeFirst();
  const [row] = await ingest.events.query<{ earned: string; withheld: string }>({
    sql: 'SELECT sum(amount_micros) AS earned, sum(withheld_micros) AS withheld FROM events FINAL WHERE flight_id = {flight:UInt32}',
    params: { flight: flight?.key ?? 0 },
    scope: { kind: 'all' },
  });
  return { earned: Number(row?.earned ?? 0), all: Number(row?.earned ?? 0) + Number(row?.withheld ?? 0) };
}

const ask = async (eui: string, count: number): Promise<ServeAnswer> => {
  const url = '/api/serve';
  const headers = { authorization: `Bearer ${world.key}` };
  const { app } = ingest;
  return (await app.inject({ method: 'POST', url, headers, payload: { eui, count } })).json<ServeAnswer>();
};

beforeAll(async () => {
  ingest = await openTestIngest({}, undefined, 'first');
  world = await lay(ingest);
  // The server reads the spend of flights in the background of the first calls.
  await eventually(async () => expect((await ask(world.euis[19] ?? '', 1)).reason).not.toBe('loading'));
});
afterAll(() => ingest.close());

describe('without a play', () => {
  test.each(FRAUDS)('$name', async ({ events, flight, name }) => {
    const before = await moneyOf(flight);
    const sent = events({ euis: world.euis, nowMs: NOW, random: seededRandom(name) });
    await ingest.send(sent, world.key);
    const after = await moneyOf(flight);
    expect(after.all - before.all).toBeGreaterThan(0);
    expect(after.earned - before.earned).toBeLessThanOrEqual((after.all - before.all) * MOST_EARNED);
  });
});

describe('if a flight accepts views without a play', () => {
  const accept = (accepts: 0 | 1) =>
    ingest.accounts.updateTable('flights').set({ accepts_unsigned: accepts }).execute();

  // A forged token is no better than no token.
  test.each(FRAUDS.filter(({ name }) => !name.includes('forged')))('$name', async ({ events, flight, name }) => {
    await accept(1);
    const euis = world.outlets.map(() => randomUUID().replaceAll('-', '').slice(0, 16));
    const [outlet] = world.outlets;
    const place = await ingest.accounts
      .selectFrom('outlet_assignments')
      .select(['customer_id', 'venue_id'])
      .where('outlet_id', '=', outlet?.id ?? '')
      .executeTakeFirstOrThrow();
    for (const eui of euis)
      await ingest.network.outlet(eui, { customerId: place.customer_id, venueId: place.venue_id });
    if (!name.includes('never in contact')) {
      ingest.clock.ms = NOW - 10 * HOUR_MS;
      const timestamp = new Date(ingest.clock.ms).toISOString();
      await ingest.send(
        euis.map((eui) => outletEvent({ eui, type: 'heartbeat', timestamp })),
        world.key,
      );
      ingest.clock.ms = NOW;
    }
    const before = await moneyOf(flight);
    await ingest.send(events({ euis, nowMs: NOW, random: seededRandom(name) }), world.key);
    const after = await moneyOf(flight);
    await accept(0);
    expect(after.all - before.all).toBeGreaterThan(0);
    expect(after.earned - before.earned).toBeLessThanOrEqual((after.all - before.all) * MOST_EARNED);
  });

  test('pays for events that an outlet kept during a day offline, if it was in contact before', async () => {
    await accept(1);
    const eui = world.euis[5] ?? '';
    const beat = (ms: number) => outletEvent({ eui, type: 'heartbeat', timestamp: new Date(ms).toISOString() });
    await ingest.send([beat(NOW)], world.key);
    ingest.clock.ms = NOW + 25 * HOUR_MS;
    const kept = Array.from({ length: 100 }, (_, nth) =>
      outletEvent({ eui, flight: 'VIEWS', timestamp: new Date(NOW + (nth + 1) * 10 * MINUTE_MS).toISOString() }),
    );
    const { results } = await ingest.send(kept, world.key);
    ingest.clock.ms = NOW;
    await accept(0);
    expect(results.filter(({ status, counted }) => status !== 'accepted' || counted === false)).toEqual([]);
  });
});

describe('with plays', () => {
  const shownAt = (play: ServeAnswer['plays'][number], eui: string, ms: number): OutletEvent => ({
    id: play.id,
    type: 'view',
    eui,
    cryptic: play.token,
    timestamp: new Date(ms).toISOString(),
  });

  test('50 plays requested at once, 18 reported, six times within seconds', async () => {
    const eui = world.euis[6] ?? '';
    let [tried, reported, earned] = [0, 0, 0];
    for (let round = 0; round < 6; round += 1) {
      const { plays } = await ask(eui, 50);
      tried += 18;
      // Until the plays end, the outlet gets at most twice the plays that it can show.
      if (plays.length === 0) continue;
      const sent = plays.slice(0, 18).map((play, nth) => shownAt(play, eui, ingest.clock.ms + nth));
      reported += sent.length;
      const { results } = await ingest.send(sent, world.key);
      earned += results.filter(({ status, counted }) => status === 'accepted' && counted !== false).length;
      ingest.clock.ms += 2 * SECOND_MS;
    }
    expect(reported).toBeGreaterThan(50);
    expect(earned).toBeLessThanOrEqual(tried * MOST_EARNED);
    ingest.clock.ms = NOW;
  });

  test('an expired play that is reported again with another id and without its token', async () => {
    const eui = world.euis[7] ?? '';
    const { plays } = await ask(eui, 1);
    const [play] = plays;
    if (play === undefined) throw new Error('no play');
    ingest.clock.ms += 21 * MINUTE_MS;
    const late = shownAt(play, eui, ingest.clock.ms);
    const { cryptic: _, ...again } = { ...late, id: randomUUID(), flight: play.flight ?? '' };
    const { results } = await ingest.send([late, again], world.key);
    ingest.clock.ms = NOW;
    expect(results.map(({ reason }) => reason)).toEqual(['play_expired', 'unsigned']);
  });

  test('pays a click and a burn without a token from the play of their view', async () => {
    const eui = world.euis[8] ?? '';
    await ingest.accounts.updateTable('flights').set({ paused: 1 }).where('code', '!=', 'CLICKS').execute();
    await ingest.accounts
      .updateTable('flights')
      .set({ budget_micros: 2 * PRICE })
      .where('code', '=', 'CLICKS')
      .execute();
    const { plays } = await ask(eui, 1);
    const [play] = plays;
    if (play === undefined) throw new Error('no play');
    // Another outlet reserves the remainder of the budget.
    await ask(world.euis[9] ?? '', 5);
    const shown = shownAt(play, eui, ingest.clock.ms);
    const click = outletEvent({ eui, type: 'click', view_id: play.id, timestamp: shown.timestamp });
    const first = await ingest.send([shown], world.key);
    const second = await ingest.send([click], world.key);
    await ingest.accounts.updateTable('flights').set({ paused: 0 }).execute();
    expect([...first.results, ...second.results].map(({ status, counted }) => [status, counted])).toEqual([
      ['accepted', undefined],
      ['accepted', undefined],
    ]);
  });
});
