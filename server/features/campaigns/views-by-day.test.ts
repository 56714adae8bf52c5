import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { changeOf } from '../../live/live-changes.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { flightDesk } from './testing/open-flights.ts';
import { viewsByDay } from './views-by-day.ts';

const open = flightDesk();

const viewsTold = async (query = '') =>
  (await open.ask('admin', 'GET', `/flights/forecast${query}`)).body.views_28_days;

let lastId = 9_000n;
const viewAt = (timestampMs: number, over: object = {}): StoredEvent => {
  lastId += 1n;
  const { outlet, owner } = open.desk;
  return makeStoredEvent({ customerKey: owner.key, outletKey: outlet.key, timestampMs, eventId: lastId, ...over });
};

/** Stores and publishes events, as ingestion does. */
async function store(events: readonly StoredEvent[]): Promise<void> {
  await open.desk.server.events.insert(events);
  open.desk.server.dependencies.live.announce(changeOf(events));
}

test('a forecast uses valid views only', async () => {
  const before = await viewsTold();
  const at = TEST_NOW - 2 * DAY_MS;
  const invalid = { invalid: 'play_forged', amountMicros: 0, ownerMicros: 0 };
  await store([viewAt(at), viewAt(at, invalid), viewAt(at, { kind: 'click' })]);
  expect(await viewsTold()).toBe(before + 1);
});

test('a forecast uses whole days of the campaign’s time zone, or of the network’s by default', async () => {
  const zones = ['', '?time_zone=America/Los_Angeles', '?time_zone=Asia/Tokyo'];
  const before = await Promise.all(zones.map(viewsTold));
  const at = [
    // These are in the current day in UTC and Tokyo, and in a full day in Los Angeles.
    ...['2026-11-21T00:00:00Z', '2026-11-21T07:59:59.999Z'],
    // This is in the last full day in UTC and Los Angeles, and in the current day in Tokyo.
    '2026-11-20T15:00:00Z',
    // The first full day begins at 0:00 UTC for UTC and at 7:00 UTC for Los Angeles. For Tokyo, it begins at 15:00 UTC
    // on the day before.
    ...['2026-10-23T14:59:59.999Z', '2026-10-24T00:00:00Z', '2026-10-24T07:00:00Z'],
  ];
  await store(at.map((time) => viewAt(Date.parse(time))));
  const after = await Promise.all(zones.map(viewsTold));
  expect(after.map((views, index) => views - before[index])).toEqual([3, 4, 2]);
});

test('a query may select more outlets than a server accepts in one parameter', async () => {
  const { outlet, server } = open.desk;
  const read = (keys: readonly number[] | null) =>
    viewsByDay(server.dependencies.figures, keys, { days: 28, zone: 'UTC', nowMs: TEST_NOW });
  const many = Array.from({ length: 20_000 }, (_, at) => 4_000_000_000 + at);
  const all = await read(null);
  expect(all).toHaveLength(28);
  expect(await read([...many, outlet.key])).toEqual(all);
  expect(new Set(await read(many))).toEqual(new Set([0]));
});
