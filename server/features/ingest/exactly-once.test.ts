// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { isShared } from '../../config/config.ts';
import { recoverContacts } from './contacts/recover-contacts.ts';
import { lastSeen, NOW, openTestIngest, outletEvent, type TestIngest } from './testing/open-test-ingest.ts';

const at = (ms: number) => new Date(ms).toISOString();
const QUEUE_EVENTS = 1_000;

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network: lay }: TestIngest) {
  const alpha = await lay.customer('property', 'Alpha');
  const beta = await lay.customer('property', 'Beta');
  const venueId = await lay.venue(alpha.id, 'UTC');
  const outlet = await lay.outlet('00000000000000a1', { customerId: alpha.id, venueId });
  const second = await lay.outlet('00000000000000a2', { customerId: alpha.id, venueId });
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const flight = await lay.flight(campaign.id, 'CPC', { prices: [{ model: 'cpc', micros: 250_000 }] });
  await lay.flight(campaign.id, 'CPM', { prices: [{ model: 'cpm', micros: 5_000_000 }] });
  return {
    alpha,
    beta,
    outlet,
    second,
    flight,
    betaVenueId: await lay.venue(beta.id, 'UTC'),
    key: await lay.accessKey({ outletId: outlet.id }),
    gateway: await lay.accessKey({ customerId: alpha.id }),
  };
}

beforeEach(async () => {
  ingest = await openTestIngest({ INGEST_QUEUE_EVENTS: String(QUEUE_EVENTS) });
  network = await layNetwork(ingest);
});
afterEach(() => ingest.close());

const view = (overrides: Partial<OutletEvent> = {}) => outletEvent({ eui: network.outlet.eui, ...overrides });
const views = (count: number) => Array.from({ length: count }, () => view());
const statuses = (answer: { results: { status: string }[] }) => answer.results.map(({ status }) => status);
const storedIds = async () => (await ingest.stored()).map(({ event_id: id }) => id);

async function expectStoredOnce(count: number) {
  const ids = await storedIds();
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
}

/** Blocks every insert until `open` is called. `reached` resolves when the first insert would begin. */
function holdInserts(): { reached: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    ingest.faults.beforeInsert = () => {
      resolve();
      return gate;
    };
  });
  return { reached, open };
}

test('the same events in other batches and another order change nothing', async () => {
  const sent = views(30);
  expect(await ingest.send(sent, network.key)).toMatchObject({ accepted: 30 });
  const before = await ingest.stored();
  expect(await ingest.send([...sent].reverse(), network.key)).toMatchObject({ duplicate: 30, accepted: 0 });
  for (const event of sent.slice(0, 3))
    expect(await ingest.send([event], network.gateway)).toMatchObject({ duplicate: 1 });
  expect(await ingest.send([...sent.slice(20), ...views(5)], network.key)).toMatchObject({
    duplicate: 10,
    accepted: 5,
  });
  expect(await ingest.stored()).toHaveLength(35);
  expect((await ingest.stored()).filter(({ event_id: id }) => before.some((row) => row.event_id === id))).toEqual(
    before,
  );
});

test('an id that occurs twice in a batch counts once, in any letter case', async () => {
  const event = view();
  const answer = await ingest.send([event, { ...event, id: event.id.toUpperCase() }, event], network.key);
  expect(statuses(answer)).toEqual(['accepted', 'duplicate', 'duplicate']);
  expect(answer.results.every(({ code }) => code === undefined)).toBe(true);
  await expectStoredOnce(1);
});

test('concurrent overlapping batches store each event once, and one of them gets "accepted"', async () => {
  const sent = views(200);
  const batches = Array.from({ length: 8 }, (_, index) => sent.slice(index * 20, index * 20 + 60));
  const answers = await Promise.all(batches.map((batch) => ingest.send(batch, network.key)));
  expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(200);
  expect(answers.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(0);
  await expectStoredOnce(200);
});

test('a repeated id with different content is a conflict, and the first event stays, even when both are concurrent', async () => {
  const event = view({ flight: 'CPM' });
  const changes = [{ timestamp: at(NOW - HOUR_MS) }, { flight: 'CPC' }, { type: 'burn', view_id: event.id } as const];
  await ingest.send([event], network.key);
  for (const change of changes) {
    const answer = await ingest.send([{ ...event, ...change }], network.key);
    expect(answer.results).toMatchObject([{ status: 'duplicate', code: 'conflict' }]);
  }
  const other = view();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      ingest.send([{ ...other, timestamp: at(NOW - index * 1_000) }], network.key),
    ),
  );
  const results = answers.flatMap(({ results }) => results);
  expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(1);
  expect(results.filter(({ code }) => code === 'conflict')).toHaveLength(5);
  await expectStoredOnce(2);
});

test('the same id from two outlets is two events', async () => {
  const event = view();
  const answer = await ingest.send([event, { ...event, eui: network.second.eui }], network.gateway);
  expect(statuses(answer)).toEqual(['accepted', 'accepted']);
  await expectStoredOnce(2);
});

test('after a reassignment, a late retry goes to the old owner, and new events go to the new one', async () => {
  const old = view({ timestamp: at(NOW - 3 * HOUR_MS) });
  const unsent = view({ timestamp: at(NOW - 2 * HOUR_MS - 1) });
  await ingest.send([old], network.key);
  await ingest.network.assign(network.outlet.id, network.beta.id, network.betaVenueId, NOW - 2 * HOUR_MS);
  const fresh = view({ timestamp: at(NOW - 2 * HOUR_MS) });
  expect(statuses(await ingest.send([old, unsent, fresh], network.key))).toEqual(['duplicate', 'accepted', 'accepted']);
  expect((await ingest.stored()).map((row) => row.customer_id)).toEqual([
    network.alpha.key,
    network.alpha.key,
    network.beta.key,
  ]);
  const fromOldGateway = await ingest.send([old, view({ timestamp: at(NOW) })], network.gateway);
  expect(fromOldGateway.results).toMatchObject([{ status: 'duplicate' }, { status: 'rejected', code: 'wrong_outlet' }]);
});

test('a click takes the flight of its view, from its batch, from a concurrent one, or from the store', async () => {
  const shown = view({ flight: 'CPC' });
  const click = (viewId: string) => view({ type: 'click', view_id: viewId });
  expect(await ingest.send([click(shown.id), shown, click(shown.id.toUpperCase())], network.key)).toMatchObject({
    accepted: 3,
  });
  expect(await ingest.send([click(shown.id)], network.key)).toMatchObject({ accepted: 1 });

  const other = view({ flight: 'CPC' });
  const chased = [click(other.id)];
  const [, late] = await Promise.all([ingest.send([other], network.key), ingest.send(chased, network.key)]);
  // With servers, each request uses its own connection. The click may arrive first, and then gets a rejection with a
  // retry delay.
  if (late.rejected === 1) {
    expect(late.results).toMatchObject([{ code: 'unknown_view', retry_after: expect.any(Number) }]);
    expect(await ingest.send(chased, network.key)).toMatchObject({ accepted: 1 });
  } else expect(late).toMatchObject({ accepted: 1 });

  const house = view();
  expect(await ingest.send([click(house.id), house], network.key)).toMatchObject({ accepted: 2 });
  const clicks = (await ingest.stored()).filter(({ kind }) => kind === 'click');
  expect(clicks.map(({ amount }) => amount).sort()).toEqual([0, 0, 0, 250_000, 250_000]);
  expect(clicks.filter(({ flight_id: id }) => id === network.flight.key)).toHaveLength(4);
});

test('rejects a click before its view, and counts it when it is resent after the view', async () => {
  const shown = view({ flight: 'CPC' });
  const click = view({ type: 'click', view_id: shown.id });
  const early = await ingest.send([click], network.key);
  expect(early.results).toMatchObject([{ status: 'rejected', code: 'unknown_view' }]);
  await ingest.send([shown], network.key);
  expect(await ingest.send([click], network.key)).toMatchObject({ accepted: 1 });
  const onRejected = view({ type: 'click', view_id: randomUUID() });
  const badView = view({ id: onRejected.view_id ?? '', flight: 'NONE' });
  expect((await ingest.send([onRejected, badView], network.key)).results).toMatchObject([
    { code: 'unknown_view' },
    { code: 'unknown_flight' },
  ]);
});

test('a store failure returns 503 with Retry-After and acknowledges nothing, and the retry counts once', async () => {
  const sent = views(20);
  for (const isStoredAnyway of [false, true]) {
    const failure = () => Promise.reject(new EventsUnavailableError('The disk of the events store is full.', true));
    ingest.faults[isStoredAnyway ? 'afterInsert' : 'beforeInsert'] = failure;
    const failed = await Promise.all(
      [0, 10].map((from) => ingest.sendRaw(JSON.stringify(sent.slice(from, from + 10)), network)),
    );
    expect(failed.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    expect(failed[0]?.headers['retry-after']).toBe('5');
    expect(failed[0]?.json().error.message).toContain('send them again');
    ingest.faults.beforeInsert = async () => undefined;
    ingest.faults.afterInsert = async () => undefined;
  }
  // Rows of a failed insert may not be on disk, so the ingestor stores them again before it acknowledges them. On a
  // server, visible rows are on disk, and another process may have published them.
  expect(await storedIds()).toHaveLength(20);
  const told = isShared(ingest.dependencies.config) ? { duplicate: 20 } : { accepted: 20 };
  expect(await ingest.send(sent, network.key)).toMatchObject(told);
  expect(await ingest.send(sent, network.key)).toMatchObject({ duplicate: 20 });
  await expectStoredOnce(20);
});

test('rejects an event that the store rejects, and its repetition, and stores the rest', async () => {
  const sent = views(9);
  ingest.faults.beforeInsert = async (rows) => {
    if (rows.some(({ cryptic }) => cryptic === 'poison')) throw new EventsUnavailableError('cannot parse', false);
  };
  const poison = view({ cryptic: 'poison' });
  const answer = await ingest.send([...sent, poison, poison], network.key);
  expect(answer).toMatchObject({ accepted: 9, rejected: 2 });
  expect(answer.results[9]).toMatchObject({ code: 'not_storable', id: poison.id });
  await expectStoredOnce(9);
});

test('a batch above the queue limit gets a retry delay, leaves nothing behind, and is accepted later', async () => {
  const { reached, open } = holdInserts();
  const first = ingest.send(views(QUEUE_EVENTS - 10), network.key);
  await reached;
  const second = ingest.send(views(10), network.key);
  const refusedBatch = views(11);
  const refused = await ingest.sendRaw(JSON.stringify(refusedBatch), network);
  open();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect([(await first).accepted, (await second).accepted]).toEqual([QUEUE_EVENTS - 10, 10]);
  expect(await ingest.send(refusedBatch, network.key)).toMatchObject({ accepted: 11 });
  await expectStoredOnce(QUEUE_EVENTS + 11);
});

test('closing rejects new batches and stores the accepted ones', async () => {
  const { reached, open } = holdInserts();
  const taken = ingest.send(views(5), network.key);
  await reached;
  const closed = ingest.ingestor.close();
  const refused = await ingest.sendRaw(JSON.stringify(views(1)), network);
  expect(refused.statusCode).toBe(503);
  open();
  await closed;
  expect((await taken).accepted).toBe(5);
  await expectStoredOnce(5);
});

test('a batch of duplicates counts as contact, because its process may have died before it wrote the contact', async () => {
  const events = views(2);
  await ingest.send(events, network.key);
  const before = await lastSeen(ingest.accounts, network.outlet.id);
  const forget = () =>
    ingest.accounts.updateTable('outlets').set({ last_seen_at: null }).where('id', '=', network.outlet.id).execute();
  await forget();
  expect(await ingest.send(events, network.key)).toMatchObject({ duplicate: 2 });
  await expect.poll(() => lastSeen(ingest.accounts, network.outlet.id)).toBe(before);

  await forget();
  await recoverContacts({ accounts: ingest.accounts, events: ingest.events, now: () => ingest.clock.ms });
  // Only the events know when they happened.
  expect(await lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW - MINUTE_MS);
});

test('recovers minutes of contact that a killed process did not write, including older ones than the last', async () => {
  const readMinutes = () =>
    ingest.accounts.selectFrom('contact_hours').selectAll().orderBy('outlet_key').orderBy('hour').execute();
  const viewOf = (eui: string, minutesAgo: number) => view({ eui, timestamp: at(NOW - minutesAgo * MINUTE_MS) });
  const ofFirst = [1, 2, 35, 64, 700].map((minutes) => viewOf(network.outlet.eui, minutes));
  await ingest.send([...ofFirst, viewOf(network.second.eui, 3)], network.gateway);
  await expect.poll(readMinutes).toHaveLength(4);
  const before = await readMinutes();
  // The last contact of the first outlet was written, and the last contact of the second outlet was not.
  await ingest.accounts.deleteFrom('contact_hours').execute();
  await ingest.accounts
    .updateTable('outlets')
    .set({ last_seen_at: null })
    .where('eui', '=', network.second.eui)
    .execute();
  await ingest.send([view({ type: 'heartbeat' })], network.key);
  await recoverContacts({ accounts: ingest.accounts, events: ingest.events, now: () => ingest.clock.ms });
  expect(await readMinutes()).toEqual(before);
  expect(await lastSeen(ingest.accounts, network.second.id)).toBe(NOW - 3 * MINUTE_MS);
});

test('recovery at startup does not write a contact again', async () => {
  await ingest.send([view()], network.key);
  await expect.poll(() => lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW);
  const transaction = vi.spyOn(ingest.accounts, 'transaction');
  await recoverContacts({ accounts: ingest.accounts, events: ingest.events, now: () => ingest.clock.ms });
  expect(transaction).not.toHaveBeenCalled();
  transaction.mockRestore();
});

test('publishes a stored batch once with its customers and outlets, and counts it as contact', async () => {
  const sent = [view({ flight: 'CPM' }), view()];
  await ingest.send(sent, network.key);
  // No other process stores here: a resent event was published when it first arrived.
  await ingest.send(sent, network.key);
  expect(ingest.changes).toHaveLength(1);
  expect(ingest.changes[0]?.customerKeys).toEqual(new Set([network.alpha.key]));
  expect(ingest.changes[0]?.outletKeys).toEqual(new Set([network.outlet.key]));
  expect(ingest.changes[0]?.advertiserKeys.size).toBe(1);
  expect(await lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW);
});
