import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { lastSeen, NOW, openTestIngest, outletEvent, type TestIngest } from './testing/open-test-ingest.ts';

const at = (ms: number) => new Date(ms).toISOString();

let ingest: TestIngest;
let network: Awaited<ReturnType<typeof layNetwork>>;

async function layNetwork({ network: lay }: TestIngest) {
  const alpha = await lay.customer('property', 'Alpha');
  const beta = await lay.customer('property', 'Beta');
  const venueId = await lay.venue(alpha.id, 'America/New_York');
  const otherVenueId = await lay.venue(alpha.id, 'America/New_York');
  const outlet = await lay.outlet('00000000000000a1', { customerId: alpha.id, venueId });
  const foreign = await lay.outlet('00000000000000b1', {
    customerId: beta.id,
    venueId: await lay.venue(beta.id, 'UTC'),
  });
  const retired = await lay.outlet('00000000000000a2', { customerId: alpha.id, venueId });
  const lone = await lay.loneOutlet('00000000000000c1');
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  const prices = [{ model: 'cpm', micros: 5_000_000 }] as const;
  await lay.flight(campaign.id, 'RUNS', { prices });
  await lay.flight(campaign.id, 'DATES', { prices, startsAt: NOW - 2 * DAY_MS, endsAt: NOW - DAY_MS });
  await lay.flight(campaign.id, 'FREE', { prices: [{ model: 'cpm', micros: 1, from: NOW - DAY_MS }] });
  const elsewhere = await lay.flight(campaign.id, 'ELSEWHERE', { prices });
  await lay.target(elsewhere.id, { outletId: foreign.id });
  await lay.target(elsewhere.id, { venueId: otherVenueId });
  const here = await lay.flight(campaign.id, 'HERE', { prices });
  await lay.target(here.id, { venueId });
  return {
    alpha,
    outlet,
    foreign,
    retired,
    lone,
    key: await lay.accessKey({ outletId: outlet.id }),
    retiredKey: await lay.accessKey({ outletId: retired.id }),
    loneKey: await lay.accessKey({ outletId: lone.id }),
    gateway: await lay.accessKey({ customerId: alpha.id }),
  };
}

beforeAll(async () => {
  ingest = await openTestIngest();
  network = await layNetwork(ingest);
  await ingest.accounts
    .updateTable('outlets')
    .set({ retired_at: NOW - DAY_MS })
    .where('id', '=', network.retired.id)
    .execute();
});
afterAll(() => ingest.close());

const view = (overrides: Record<string, unknown>) => ({ ...outletEvent({ eui: network.outlet.eui }), ...overrides });

/**
 * Sends one event with a valid event, whose result must not depend on the first. Returns the result of the first event.
 */
async function resultOf(event: unknown, key = network.key) {
  const answer = await ingest.send([event, view({})], key);
  expect(answer).toMatchObject({ accepted: answer.accepted, rejected: 2 - answer.accepted, duplicate: 0 });
  const [result] = answer.results;
  return result;
}

test.each<[code: string, why: string, overrides: Record<string, unknown>]>([
  ['invalid', '"id" is missing', { id: undefined }],
  ['invalid', '"id" must be a UUID', { id: '12' }],
  ['invalid', '"type" must be view, click, burn, heartbeat or fault', { type: 'show' }],
  ['invalid', '"eui" must be 16 hexadecimal digits', { eui: '00-11' }],
  ['invalid', '"timestamp" must be text', { timestamp: NOW }],
  ['invalid', '"fingerprint" must be 32 hexadecimal digits', { fingerprint: 'abc' }],
  ['invalid', '"flight" must be text of at most 64', { flight: 'F'.repeat(65) }],
  ['invalid', '"cryptic" must be text of at most 128', { cryptic: 'c'.repeat(129) }],
  ['invalid', 'The field "revenue" is not accepted', { revenue: 5 }],
  ['invalid', 'The field "role" is not accepted', { role: 'admin' }],
  ['bad_timestamp', 'ISO 8601', { timestamp: '2026-11-21T12:00:00' }],
  ['bad_timestamp', 'ISO 8601', { timestamp: '2026-02-30T12:00:00Z' }],
  ['clock_ahead', "Correct the outlet's clock", { timestamp: at(NOW + 300_001) }],
  ['too_late', '30 days', { timestamp: at(NOW - 30 * DAY_MS - 1) }],
  ['too_late', '30 days', { timestamp: at(NOW - 365 * DAY_MS) }],
  ['bad_ip', 'IPv4 or IPv6', { ip: '203.0.113.300' }],
  ['bad_text', 'control characters', { cryptic: 'a\u0000b' }],
  ['bad_text', 'control characters', { flight: 'RUNS\n' }],
  ['bad_text', 'broken Unicode', { cryptic: '\ud800' }],
  ['missing_view_id', 'view_id', { type: 'click' }],
  ['missing_view_id', 'view_id', { type: 'burn', view_id: '' }],
  ['bad_view_id', 'UUID', { type: 'click', view_id: 'the-view' }],
  ['unknown_view', 'Send the view first', { type: 'click', view_id: randomUUID() }],
  ['unknown_view', 'Send the view first', { type: 'burn', view_id: randomUUID(), flight: 'RUNS' }],
  ['unknown_flight', 'No flight has this code', { flight: 'runs' }],
  ['flight_not_running', 'dates', { flight: 'DATES' }],
  ['flight_not_running', 'dates', { flight: 'DATES', timestamp: at(NOW - DAY_MS + 300_000) }],
  ['flight_not_running', 'dates', { flight: 'DATES', timestamp: at(NOW - 2 * DAY_MS - 300_001) }],
  ['flight_not_here', 'does not target', { flight: 'ELSEWHERE' }],
  ['no_price', 'no price at that time', { flight: 'FREE', timestamp: at(NOW - DAY_MS - 300_001) }],
  ['wrong_outlet', 'may not report', { eui: '00000000000000b1' }],
  ['wrong_outlet', 'may not report', { eui: 'ffffffffffffffff' }],
])('%s: %s', async (code, why, overrides) => {
  const result = await resultOf(view(overrides));
  expect(result).toMatchObject({ index: 0, status: 'rejected', code });
  expect(result?.reason).toContain(why);
});

test.each([
  ['a number', 5],
  ['text', 'view'],
  ['null', null],
  ['an array', []],
])('rejects only %s instead of an event', async (_, sent) => {
  expect(await resultOf(sent)).toMatchObject({ status: 'rejected', code: 'invalid', id: '' });
});

const NULLS = { view_id: null, fingerprint: null, ip: null, flight: null, cryptic: null, energy_wh: null };

test('null equals a missing optional field, and is rejected in a required field', async () => {
  const report = async (overrides: Record<string, unknown>) => {
    const sent = view({ ...overrides, timestamp: at(NOW - 1_234) });
    expect(await resultOf(sent)).toMatchObject({ status: 'accepted' });
    return (await ingest.stored()).filter((row) => row.at === NOW - 1_234).map(({ event_id: _id, ...row }) => row);
  };
  const [one, other] = [await report({}), await report(NULLS)];
  expect(other).toEqual([...one, ...one]);
  expect(await resultOf(view({ type: 'click', view_id: null }))).toMatchObject({ code: 'missing_view_id' });
  for (const name of ['id', 'type', 'eui', 'timestamp'])
    expect(await resultOf(view({ [name]: null }))).toMatchObject({ code: 'invalid' });
});

test.each<[string, Record<string, unknown>]>([
  ['30 days late to the millisecond', { timestamp: at(NOW - 30 * DAY_MS) }],
  ['5 minutes early to the millisecond', { timestamp: at(NOW + 300_000) }],
  ['with an offset instead of Z', { timestamp: '2026-11-21T13:00:00+05:45' }],
  ['at the first instant of its flight', { flight: 'DATES', timestamp: at(NOW - 2 * DAY_MS) }],
  ['at the last instant of its flight', { flight: 'DATES', timestamp: at(NOW - DAY_MS - 1) }],
  ['five minutes before its flight', { flight: 'DATES', timestamp: at(NOW - 2 * DAY_MS - 300_000) }],
  ['five minutes after its flight', { flight: 'DATES', timestamp: at(NOW - DAY_MS + 299_999) }],
  ['five minutes before the first price', { flight: 'FREE', timestamp: at(NOW - DAY_MS - 300_000) }],
  ['of a flight targeted at its venue', { flight: 'HERE' }],
  ['of the house, without a flight', {}],
  ['with null in every field that may be left out', NULLS],
  ['with an EUI and id in upper case', { eui: '00000000000000A1', id: randomUUID().toUpperCase() }],
])('accepts a view %s', async (_, overrides) => {
  expect(await resultOf(view(overrides))).toMatchObject({ status: 'accepted' });
});

test('accepts events until five minutes after an outlet was retired, for a fast clock, and none later', async () => {
  const report = (timestamp: string) => outletEvent({ eui: network.retired.eui, timestamp });
  const before = await ingest.send([report(at(NOW - DAY_MS + 299_999))], network.retiredKey);
  expect(before.results).toMatchObject([{ status: 'accepted' }]);
  const after = await ingest.send([report(at(NOW - DAY_MS + 300_000))], network.retiredKey);
  expect(after.results).toMatchObject([{ status: 'rejected', code: 'retired' }]);
});

test('rejects an event of an outlet without an owner at that time as not assigned', async () => {
  const answer = await ingest.send([outletEvent({ eui: network.lone.eui })], network.loneKey);
  expect(answer.results).toMatchObject([{ status: 'rejected', code: 'not_assigned' }]);
});

test('a gateway reports only for outlets of its customer at the time of the event', async () => {
  const other = await ingest.network.outlet('00000000000000a9', {
    customerId: network.alpha.id,
    venueId: await ingest.network.venue(network.alpha.id, 'UTC'),
  });
  const euis = [network.outlet.eui, other.eui, network.foreign.eui, network.lone.eui, 'ffffffffffffffff'];
  const { results } = await ingest.send(
    euis.map((eui) => outletEvent({ eui })),
    network.gateway,
  );
  const wrong = { status: 'rejected', code: 'wrong_outlet' };
  expect(results).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }, wrong, wrong, wrong]);
});

test('a heartbeat of the last five minutes counts as contact now, an older one changes nothing, and neither is an event', async () => {
  const beat = (timestamp: string) => view({ type: 'heartbeat', timestamp });
  const before = (await ingest.stored()).length;
  ingest.clock.ms = NOW + 1_000;
  const answer = await ingest.send([beat(at(NOW - 299_000)), beat(at(NOW - 400_000))], network.key);
  expect(answer).toMatchObject({ accepted: 2, rejected: 0 });
  expect(await lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW + 1_000);
  await ingest.send([beat(at(NOW - 400_000))], network.key);
  expect(await lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW + 1_000);
  ingest.clock.ms = NOW + 2_000;
  await ingest.send([beat(at(NOW + 200_000))], network.key);
  expect(await lastSeen(ingest.accounts, network.outlet.id)).toBe(NOW + 2_000);
  expect((await ingest.stored()).length).toBe(before);
  ingest.clock.ms = NOW;
});
