// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { onEachShard, partitionsOf } from './each-shard.ts';
import { quarterEnd, repairEventIds } from './event-ids.ts';
import { lookUpEvents, lookUpFollowers } from './known-events.ts';
import { migrateEvents } from './migrate-events.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { describeOnEventsEngines, openTestEvents, type TestEvents } from './testing/open-test-events.ts';
import { rowsReadBy } from './testing/rows-read.ts';

const OUTLETS = 100;
const NOW_MS = Date.UTC(2026, 10, 24, 12);
/** Returns a reproducible ID that, like a hash, is spread over all 64 bits. */
const idOf = (nth: number): bigint => BigInt.asUintN(64, BigInt(nth + 1) * 0x9e3779b97f4a7c15n);
const idsOf = (events: readonly { readonly eventId: bigint }[]) => events.map(({ eventId }) => eventId).sort();

describeOnEventsEngines('the ids of events', ['embedded', 'server', 'cluster'], (open) => {
  let store: TestEvents;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const views = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      makeStoredEvent({
        eventId: idOf(first + at),
        outletKey: 1 + ((first + at) % OUTLETS),
        timestampMs: NOW_MS - ((first + at) % (4 * 7)) * DAY_MS,
      }),
    );
  const isNew = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ eventId: idOf(10_000_000 + at), outletKey: 1 + (at % OUTLETS) }));
  const mergeAll = () => onEachShard(store.events.engine, (rowsOf) => `OPTIMIZE TABLE ${rowsOf('event_ids')} FINAL`);
  const readByNew = () => rowsReadBy(store.events.engine, (engine) => lookUpEvents(engine, isNew(100)));

  test('looking up new ids reads no more rows when four times as many are stored', async () => {
    const PART = 25_000;
    await store.events.insert(views(0, PART));
    await mergeAll();
    const few = await readByNew();
    for (let part = 1; part < 4; part += 1) await store.events.insert(views(part * PART, PART));
    await mergeAll();
    const many = await readByNew();
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThan(1.5 * few);
    // One granule per ID, plus some in which the next one begins. The number does not grow with the stored rows.
    expect(many / 100).toBeLessThan(2 * 256);
  });

  test('finds an id only at its outlet, at any time, with everything stored about it', async () => {
    const old = makeStoredEvent({ eventId: 77n, outletKey: 5, timestampMs: NOW_MS - 60 * WEEK_MS });
    await store.events.insert([old]);
    const found = await lookUpEvents(store.events.engine, [old, { ...old, outletKey: 6 }]);
    expect(found).toMatchObject([{ eventId: 77n, outletKey: 5, timestampMs: old.timestampMs, kind: old.kind }]);
  });

  test('finds clicks and burns by their view, one for each reason', async () => {
    const of = { outletKey: 7, viewId: 700n, timestampMs: NOW_MS };
    const rows = [
      makeStoredEvent({ ...of, eventId: 700n, viewId: 0n }),
      makeStoredEvent({ ...of, eventId: 701n, kind: 'click' }),
      makeStoredEvent({ ...of, eventId: 702n, kind: 'click', invalid: 'repeated' }),
      makeStoredEvent({ ...of, eventId: 703n, kind: 'click', invalid: 'repeated' }),
      makeStoredEvent({ ...of, eventId: 704n, kind: 'burn' }),
    ];
    await store.events.insert(rows);
    const clicks = await lookUpFollowers(store.events.engine, [{ viewId: 700n, kind: 'click', outletKey: 7 }]);
    expect(clicks).toHaveLength(2);
    expect(clicks).toEqual(expect.arrayContaining([expect.objectContaining({ eventId: 701n, invalid: null })]));
    const both = (['click', 'burn'] as const).map((kind) => ({ viewId: 700n, kind, outletKey: 7 }));
    expect(await lookUpFollowers(store.events.engine, both)).toHaveLength(3);
    expect(await lookUpFollowers(store.events.engine, [{ viewId: 700n, kind: 'click', outletKey: 8 }])).toEqual([]);
  });

  test('restores ids that a crash left out for the given days only', async () => {
    const rows = [1, 2].map((nth) =>
      makeStoredEvent({ eventId: BigInt(8_000 + nth), outletKey: nth, timestampMs: Date.UTC(2025, 4, nth) }),
    );
    const click = makeStoredEvent({
      eventId: 8_003n,
      outletKey: 1,
      kind: 'click',
      viewId: 8_001n,
      timestampMs: Date.UTC(2025, 4, 1),
    });
    await store.events.insert([...rows, click]);
    await onEachShard(
      store.events.engine,
      (rowsOf) => `ALTER TABLE ${rowsOf('event_ids')} DROP PARTITION '2025-04-01'`,
    );
    const find = () => lookUpEvents(store.events.engine, [...rows, click]);
    expect(await find()).toEqual([]);
    expect(await repairEventIds(store.events.engine, '2025-05-01', '2025-05-02')).toEqual(['2025-05-01']);
    expect(idsOf(await find())).toEqual([8_001n, 8_003n]);
    expect(await lookUpFollowers(store.events.engine, [{ viewId: 8_001n, kind: 'click', outletKey: 1 }])).toHaveLength(
      1,
    );
    expect(await repairEventIds(store.events.engine, '2025-05-01', '2025-06-01')).toEqual(['2025-05-02']);
    expect(await repairEventIds(store.events.engine, '2025-05-01', '2025-06-01')).toEqual([]);
    expect(idsOf(await find())).toEqual([8_001n, 8_002n, 8_003n]);
  });

  test('an id whose event was removed is unknown, and is not a difference', async () => {
    const row = makeStoredEvent({ eventId: 9_000n, outletKey: 3, timestampMs: Date.UTC(2024, 6, 3) });
    await store.events.insert([row]);
    expect(await lookUpEvents(store.events.engine, [row])).toHaveLength(1);
    await onEachShard(store.events.engine, (rowsOf) => `ALTER TABLE ${rowsOf('events')} DROP PARTITION '2024-07-01'`);
    expect(await lookUpEvents(store.events.engine, [row])).toEqual([]);
    expect(await repairEventIds(store.events.engine, '2024-07-01', '2024-08-01')).toEqual([]);
    expect(await partitionsOf(store.events.engine, 'event_ids')).toContain('2024-07-01');
  });
});

test('knows events stored before the id table after the start, also after an interrupted migration', async () => {
  const store = await openTestEvents();
  const { engine } = store.events;
  const rows = [0, 1, 2].map((week) =>
    makeStoredEvent({ eventId: BigInt(week + 1), outletKey: week, timestampMs: NOW_MS - week * WEEK_MS }),
  );
  await store.events.insert(rows);
  for (const sql of ['DROP TABLE event_ids_mv', 'DROP TABLE event_ids']) await engine.command(`${sql} SYNC`);
  const forget = `ALTER TABLE schema_migrations DELETE WHERE name = '0016-event-ids' SETTINGS mutations_sync = 2`;
  await engine.command(forget);
  const lines: string[] = [];
  await migrateEvents(engine, { cluster: null }, { tell: (line) => lines.push(line) });
  expect(idsOf(await lookUpEvents(engine, rows))).toEqual([1n, 2n, 3n]);
  expect(lines.filter((line) => line.includes('ids of the week'))).toHaveLength(3);
  // Only the missing week is entered.
  await engine.command(forget);
  await engine.command(`ALTER TABLE event_ids DELETE WHERE id = 2 SETTINGS mutations_sync = 2`);
  lines.length = 0;
  await migrateEvents(engine, { cluster: null }, { tell: (line) => lines.push(line) });
  expect(idsOf(await lookUpEvents(engine, rows))).toEqual([1n, 2n, 3n]);
  expect(lines.filter((line) => line.includes('ids of the week'))).toEqual([
    'Bringing the events store up to date: 0016-event-ids, ids of the week from 2026-11-16, 2 of 3 weeks.',
  ]);
  await store.close();
});

test('a quarter ends where the next one begins', () => {
  expect(['2026-01-01', '2026-04-01', '2026-10-01'].map(quarterEnd)).toEqual([
    '2026-04-01',
    '2026-07-01',
    '2027-01-01',
  ]);
});
