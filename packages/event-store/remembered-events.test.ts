import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WEEK_MS } from '#domain/durations.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import type { StoredEvent } from './events-db.ts';
import { createRememberedEvents } from './remembered-events.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
let engine: EmbeddedEngine;

const MONDAY_MS = Date.UTC(2026, 9, 5);
/** Returns two views and a click on the first view, from an outlet that is different for each week. */
const inWeek = (week: number): StoredEvent[] => {
  const of = { outletKey: week + 1, timestampMs: MONDAY_MS + week * WEEK_MS };
  const id = (nth: number) => BigInt(week * 10 + nth);
  return [
    makeStoredEvent({ ...of, eventId: id(1) }),
    makeStoredEvent({ ...of, eventId: id(2) }),
    makeStoredEvent({ ...of, eventId: id(3), kind: 'click', viewId: id(1) }),
  ];
};
const stored = [0, 1, 2].flatMap(inWeek);
const unknown = stored.map(({ eventId, outletKey }) => ({ eventId: eventId + 1_000n, outletKey }));
const follows = [...stored, ...stored.map((event) => ({ ...event, viewId: event.viewId + 1_000n }))].filter(
  ({ kind }) => kind === 'click',
);
const idsOf = (events: readonly { readonly eventId: bigint }[]) => events.map(({ eventId }) => eventId).sort();

beforeAll(async () => {
  store = await openTestEvents();
  await store.events.insert(stored);
  engine = store.events.engine as EmbeddedEngine;
});
afterAll(() => store.close());

/** The IDs in each lookup that the store received. */
let reads: bigint[][] = [];
let letRead: Promise<void> = Promise.resolve();
beforeEach(() => {
  reads = [];
  letRead = Promise.resolve();
});

/** Records lookups, and delays the loading of IDs until the test resumes it. */
const watched = (): EmbeddedEngine => ({
  ...engine,
  read: (statement) => {
    if (statement.sql.includes('FROM event_ids')) reads.push(statement.params.ids as bigint[]);
    return engine.read(statement);
  },
  readBytes: async function* (statement, format) {
    await letRead;
    yield* engine.readBytes(statement, format);
  },
});

test('finds an id of a week that did not fit, and does not find a new one', async () => {
  const events = await createRememberedEvents(watched(), { mostIds: 6 });
  expect(await events.whenReady()).toBe(true);
  expect(idsOf(await events.find([...stored, ...unknown]))).toEqual(idsOf(stored));
  expect(idsOf(await events.findFollowers(follows))).toEqual([3n, 13n, 23n].sort());
  // While one week is unknown, the store is queried for every ID.
  expect(reads[0]).toHaveLength(stored.length + unknown.length);
});

test('still finds an id of a week that was forgotten for newer ones', async () => {
  const events = await createRememberedEvents(watched(), { mostIds: 9 });
  await events.whenReady();
  await events.find(unknown);
  expect(reads).toEqual([]);
  const rows = [3, 4, 5, 6].flatMap(inWeek);
  for (const row of rows) events.remember([row]);
  expect(idsOf(await events.find([...stored, ...unknown]))).toEqual(idsOf(stored));
  expect(idsOf(await events.findFollowers(follows))).toEqual([3n, 13n, 23n].sort());
});

test('queries the store for every id while ids are loading, and for no new one after that', async () => {
  let go = () => {};
  letRead = new Promise((resolve) => {
    go = resolve;
  });
  const events = await createRememberedEvents(watched());
  expect(idsOf(await events.find([...stored, ...unknown]))).toEqual(idsOf(stored));
  expect(idsOf(await events.findFollowers(follows))).toEqual([3n, 13n, 23n].sort());
  expect(reads[0]).toHaveLength(stored.length + unknown.length);
  reads = [];
  go();
  expect(await events.whenReady()).toBe(true);
  expect(await events.find(unknown)).toEqual([]);
  expect(reads).toEqual([]);
});

test('queries the store only for ids that the filter may know', async () => {
  const events = await createRememberedEvents(watched());
  await events.whenReady();
  expect(idsOf(await events.find([...stored, ...unknown]))).toEqual(idsOf(stored));
  expect(reads).toEqual([stored.map(({ eventId }) => eventId)]);
});

test('the index by outlet exists', async () => {
  const rows: { name: string }[] = [];
  for await (const some of engine.read<{ name: string }>({
    sql: `SELECT name FROM system.data_skipping_indices WHERE table = 'events' AND database = {database:String}`,
    params: { database: engine.database },
    settings: { max_execution_time: 5 },
    lane: 'small',
  }))
    rows.push(...some);
  expect(rows).toEqual([{ name: 'rows_of_outlet' }]);
});
