import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/clock-tolerance.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { holdFlight } from '../../network/hold-flight.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { signPlay } from '../../plays/play-token.ts';
import { turnPatternsOff } from '../../testing/patterns-off.ts';
import { byLength } from '../../testing/test-length.ts';
import { createIngestor } from './create-ingestor.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from './testing/open-test-ingest.ts';

/*
 * One outlet's key against a flight. For any reports, the flight earns only for stored views, once each, while it runs,
 * and never above its budget.
 */

const DOLLAR = 1_000_000;
const BUDGET = 81_723 * DOLLAR;
const PRICE = 70 * DOLLAR;
const at = (ms: number) => new Date(ms).toISOString();

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network: lay }: TestIngest) {
  const owner = await lay.customer('property', 'Owner');
  const place = { customerId: owner.id, venueId: await lay.venue(owner.id, 'UTC') };
  const outlet = await lay.outlet('00000000000000a1', place);
  const other = await lay.outlet('00000000000000a2', place);
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const flight = (code: string, model: 'cpc' | 'flat', micros: number, budgetMicros: number) =>
    lay.flight(campaign.id, code, { prices: [{ model, micros }], budgetMicros });
  return {
    outlet,
    other,
    attacked: await flight('ATTACKED', 'cpc', PRICE, BUDGET),
    held: await flight('HELD', 'flat', PRICE, BUDGET),
    capped: await flight('CAPPED', 'flat', 1_000, 1_000_000),
    single: await flight('SINGLE', 'flat', 1_000, 1_000),
    racing: await flight('RACING', 'flat', 1_003, 250_000),
    key: await lay.accessKey({ outletId: outlet.id }),
    gateway: await lay.accessKey({ customerId: owner.id }),
  };
}

beforeAll(async () => {
  ingest = await openTestIngest();
  network = await layNetwork(ingest);
  await turnPatternsOff(ingest.accounts);
});
afterAll(() => ingest.close());

const view = (flight: string, overrides: Partial<OutletEvent> = {}) =>
  outletEvent({ eui: network.outlet.eui, flight, ...overrides });
const clickOn = ({ id }: OutletEvent, overrides: Partial<OutletEvent> = {}) =>
  outletEvent({ eui: network.outlet.eui, type: 'click', view_id: id, ...overrides });
const many = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
const reasonsOf = ({ results }: IngestAnswer) => {
  const reasons: Record<string, number> = {};
  for (const { status, code, reason } of results) {
    const name = status === 'accepted' ? (reason ?? 'counted') : (code ?? status);
    reasons[name] = (reasons[name] ?? 0) + 1;
  }
  return reasons;
};

async function spentOn({ key }: { key: number }): Promise<{ amount: number; owner: number; events: number }> {
  const [row] = await ingest.events.query<Record<'amount' | 'owner' | 'events', string>>({
    sql: `SELECT sum(amount_micros) AS amount, sum(owner_micros) AS owner, count() AS events FROM events FINAL
      WHERE flight_id = {key:UInt32}`,
    params: { key },
    scope: { kind: 'all' },
  });
  return { amount: Number(row?.amount), owner: Number(row?.owner), events: Number(row?.events) };
}

test('clicks on views that never existed earn nothing for any flight', async () => {
  const invented = many(200, () => clickOn(view('ATTACKED'), { flight: 'ATTACKED' }));
  expect(reasonsOf(await ingest.send(invented, network.key))).toEqual({ unknown_view: 200 });
  const house = outletEvent({ eui: network.outlet.eui });
  const foreign = view('ATTACKED', { eui: network.other.eui });
  const sent = [house, clickOn(house, { flight: 'ATTACKED' }), foreign, clickOn(foreign)];
  expect((await ingest.send(sent, network.gateway)).results).toMatchObject([
    { status: 'accepted' },
    { status: 'rejected', code: 'wrong_flight' },
    { status: 'accepted' },
    { status: 'rejected', code: 'unknown_view', retry_after: 10 },
  ]);
  const old = clickOn(view('ATTACKED'), { timestamp: at(NOW - 6 * MINUTE_MS) });
  // Its view may still arrive late. The retry delay grows with the age of the click.
  expect((await ingest.send([old], network.key)).results[0]).toMatchObject({ code: 'unknown_view', retry_after: 36 });
  expect((await spentOn(network.attacked)).amount).toBe(0);
});

test('9,999 clicks on one view earn one', async () => {
  const shown = view('ATTACKED');
  const batch = [shown, ...many(9_999, () => clickOn(shown))];
  expect(reasonsOf(await ingest.send(batch, network.key))).toEqual({ counted: 2, repeated: 9_998 });
  const later = await Promise.all(
    many(4, () =>
      ingest.send(
        many(25, () => clickOn(shown)),
        network.key,
      ),
    ),
  );
  expect(later.map(reasonsOf)).toEqual(many(4, () => ({ repeated: 25 })));
  expect((await spentOn(network.attacked)).amount).toBe(PRICE);
});

test('a flight earns nothing while it is paused, by the time of each event', async () => {
  const pausedAt = NOW - 30 * MINUTE_MS;
  const resumedAt = NOW - 15 * MINUTE_MS;
  const hold = (paused: boolean, atMs: number) =>
    ingest.accounts.transaction().execute((tx) => holdFlight(tx, network.held.id, paused, atMs, { by: 'admin' }));
  expect(await hold(true, pausedAt)).toBe(true);
  expect(await hold(true, NOW)).toBe(false);
  const during = view('HELD', { timestamp: at(pausedAt + CLOCK_TOLERANCE_MS) });
  const before = view('HELD', { timestamp: at(pausedAt + CLOCK_TOLERANCE_MS - 1) });
  const answer = await ingest.send([during, before], network.key);
  expect(answer.results).toMatchObject([
    { status: 'accepted', counted: false, reason: 'paused' },
    { status: 'accepted' },
  ]);
  expect(answer.results[1]).not.toHaveProperty('counted');
  await hold(false, resumedAt);
  const late = [
    view('HELD', { timestamp: at(resumedAt - CLOCK_TOLERANCE_MS - 1) }),
    view('HELD', { timestamp: at(resumedAt - CLOCK_TOLERANCE_MS) }),
  ];
  expect(reasonsOf(await ingest.send(late, network.key))).toEqual({ paused: 1, counted: 1 });
  // The flight is paused directly in the store, with an unknown start.
  await ingest.accounts.updateTable('flights').set({ paused: 1 }).where('id', '=', network.held.id).execute();
  expect(reasonsOf(await ingest.send([view('HELD', { timestamp: at(NOW - 60 * MINUTE_MS) })], network.key))).toEqual({
    paused: 1,
  });
  expect((await spentOn(network.held)).amount).toBe(2 * PRICE);
});

test('$154,000 of valid clicks in concurrent batches bill an $81,723 budget for whole clicks within it', async () => {
  const pairs = many(2_200, () => view('ATTACKED'));
  const batches = many(5, () => pairs.splice(0, 440)).map((views) => views.flatMap((one) => [one, clickOn(one)]));
  const answers = await Promise.all(batches.map((batch) => ingest.send(batch, network.gateway)));
  const fitting = Math.floor(BUDGET / PRICE);
  expect(answers.reduce((sum, answer) => sum + (reasonsOf(answer).over_budget ?? 0), 0)).toBe(2_200 - (fitting - 1));
  const { amount, owner } = await spentOn(network.attacked);
  expect(amount).toBe(fitting * PRICE);
  expect(owner).toBe(fitting * PRICE * 0.3);
  // A raised budget applies to later events only.
  await ingest.accounts
    .updateTable('flights')
    .set({ budget_micros: BUDGET + PRICE })
    .where('id', '=', network.attacked.id)
    .execute();
  const shown = view('ATTACKED');
  const [first, second] = [clickOn(shown), clickOn(shown)];
  expect(reasonsOf(await ingest.send([shown, first, second], network.key))).toEqual({ counted: 2, repeated: 1 });
  expect((await spentOn(network.attacked)).amount).toBe((fitting + 1) * PRICE);
});

test('sixteen writers that repeat, reorder and lose answers never exceed a budget, and end on its last whole view', async () => {
  const random = seededRandom('sixteen writers', 1);
  const pool = many(400, () => view('RACING', { timestamp: at(NOW - random.whole(0, 20 * DAY_MS)) }));
  const write = async () => {
    for (let turn = 0; turn < byLength(3, 6); turn += 1) {
      const batch = many(random.whole(1, 40), () => random.pick(pool));
      await ingest.sendRaw(JSON.stringify(batch), network);
      expect((await spentOn(network.racing)).amount).toBeLessThanOrEqual(250_000);
    }
  };
  const failNow = async () => {
    if (random.fraction() < 0.3) throw new EventsUnavailableError('busy', true);
  };
  ingest.faults.beforeInsert = failNow;
  ingest.faults.afterInsert = failNow;
  await Promise.all(many(16, write));
  ingest.faults.beforeInsert = async () => undefined;
  ingest.faults.afterInsert = async () => undefined;
  await ingest.send(pool, network.key);
  expect(await spentOn(network.racing)).toMatchObject({ amount: 249 * 1_003, events: 400 });
  // A click or burn on a view that is over budget is over budget too, in the same batch or later.
  const beyond = view('RACING');
  expect(reasonsOf(await ingest.send([beyond, clickOn(beyond)], network.key))).toEqual({ over_budget: 2 });
  const burn = { ...clickOn(beyond), type: 'burn' as const };
  expect(reasonsOf(await ingest.send([burn], network.key))).toEqual({ over_budget: 1 });
});

test('releases the reserved budget of an unconfirmed view when the store finally rejects the view', async () => {
  const first = view('SINGLE');
  ingest.faults.beforeInsert = () => Promise.reject(new EventsUnavailableError('busy', true));
  expect((await ingest.sendRaw(JSON.stringify([first]), network)).statusCode).toBe(503);
  expect((await ingest.sendRaw(JSON.stringify([view('SINGLE')]), network)).statusCode).toBe(503);
  ingest.faults.beforeInsert = async (rows) => {
    if (rows.some(({ amountMicros }) => amountMicros > 0)) throw new EventsUnavailableError('cannot parse', false);
  };
  expect(reasonsOf(await ingest.send([first, view('SINGLE')], network.key))).toEqual({
    not_storable: 1,
    over_budget: 1,
  });
  ingest.faults.beforeInsert = async () => undefined;
  expect(reasonsOf(await ingest.send([view('SINGLE')], network.key))).toEqual({ counted: 1 });
  expect(reasonsOf(await ingest.send([view('SINGLE')], network.key))).toEqual({ over_budget: 1 });
});

test('a day of the flight’s zone earns at most its cap, even after a restart, and a play token names its flight', async () => {
  const { accounts, dependencies, events } = ingest;
  const { capped, outlet } = network;
  await accounts.updateTable('flights').set({ daily_cap_micros: 3_500 }).where('id', '=', capped.id).execute();
  const zone = { time_zone: 'Pacific/Auckland' };
  await accounts.updateTable('campaigns').set(zone).where('id', '=', capped.campaign_id).execute();
  const book = createPlayKeys(dependencies);
  const keys = await book.of((await dependencies.network.current()).snapshot);
  // In Auckland, the day begins at 11:00 UTC, an hour ago.
  const midnight = NOW - 60 * MINUTE_MS;
  const played = (timestampMs: number) => {
    const { flight, ...plain } = view('CAPPED', { timestamp: at(timestampMs) });
    const times = { issuedMs: midnight - DAY_MS, expiresMs: NOW };
    const bound = {
      outletKey: outlet.key,
      flightKey: capped.key,
      creative: '0'.repeat(16),
      lease: 0,
      reservedMicros: 0,
    };
    return { ...plain, cryptic: signPlay({ id: plain.id, ...bound, ...times }, keys) };
  };
  const send = (ms: readonly number[]) => ingest.send(ms.map(played), network.key);
  expect(reasonsOf(await send([midnight, midnight + 1, NOW, NOW]))).toEqual({ counted: 3, over_budget: 1 });
  expect(reasonsOf(await send([midnight - 1]))).toEqual({ counted: 1 });
  const again = createIngestor({ ...dependencies, events });
  const key = { kind: 'outlet', outletId: outlet.id } as const;
  const results = await again.accept([NOW, midnight - 2, midnight - 3, midnight - 4].map(played), key);
  expect(results.map(({ reason }) => reason)).toEqual(['over_budget', undefined, undefined, 'over_budget']);
  await again.close();
  expect((await spentOn(capped)).amount).toBe(6_000);
});
