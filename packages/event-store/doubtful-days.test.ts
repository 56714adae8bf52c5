// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { findDifferingDays } from './campaign-copy.ts';
import { onEachShard } from './each-shard.ts';
import { EventsUnavailableError, NothingStoredError, type StoredEvent } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { createDoubtfulDays, createEventsStore, type EventsStore } from './events-store.ts';
import { createSealJob } from './seal-job.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { describeOnEventsEngines, EVENTS_ENGINES, type TestEvents } from './testing/open-test-events.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const FULL = new EventsUnavailableError('No space left while pushing to view.', true);
const DAYS = ['2026-11-19', '2026-11-20'];

describeOnEventsEngines('an insert that got no further than the events themselves', EVENTS_ENGINES, (open) => {
  let store: TestEvents;
  beforeAll(async () => {
    store = await open(createMemorySealLedger(), () => NOW_MS);
  });
  afterAll(() => store.close());

  /** Returns the same store, but whose inserts end with the given failure. */
  const failingWith = (failure: Error, { isStored }: { readonly isStored: boolean }): EventsStore =>
    createEventsStore({
      engine: store.events.engine,
      ledger: store.ledger,
      now: () => NOW_MS,
      knownEvents: { find: async () => [], findFollowers: async () => [], remember: () => {}, confirm: () => {} },
      insertRows: async (rows) => {
        if (isStored) await storeWithoutCopy(rows);
        throw failure;
      },
      close: async () => {},
    });

  async function storeWithoutCopy(rows: readonly StoredEvent[]): Promise<void> {
    await store.events.insert(rows);
    const ids = rows.map(({ eventId }) => eventId).join();
    const lose = (rowsOf: RowsOf) =>
      `ALTER TABLE ${rowsOf('events_by_campaign')} DELETE WHERE event_id IN (${ids}) SETTINGS mutations_sync = 2`;
    await onEachShard(store.events.engine, lose);
  }

  const rows = (firstId: number): StoredEvent[] =>
    Array.from({ length: 40 }, (_, at) =>
      makeStoredEvent({
        eventId: BigInt(firstId + at),
        outletKey: at,
        timestampMs: NOW_MS - (at % 2) * DAY_MS,
      }),
    );
  const differing = () => findDifferingDays(store.events.engine, '2026-11-01', '2026-12-01');

  test('has its days repaired by the next run of the seal job, which notifies caches of their sums', async () => {
    const failing = failingWith(FULL, { isStored: true });
    const told = vi.fn(async () => undefined);
    const job = createSealJob(failing, store.ledger, () => NOW_MS, { repaired: told });
    // All sealed days are complete now. The missing rows are in days that no seal is due to check.
    await store.events.insert(rows(1));
    await job.runNow();
    expect(told).toHaveBeenCalledTimes(0);
    await expect(failing.insert(rows(1_001))).rejects.toBe(FULL);
    expect(await differing()).toEqual(DAYS);
    expect((await job.runNow()).repairedDays).toEqual(expect.arrayContaining(['2026-11-20']));
    expect(await differing()).toEqual([]);
    expect(told).toHaveBeenCalledTimes(1);
    await job.runNow();
    expect(told).toHaveBeenCalledTimes(1);
    // The job also finds a second failure, and one while another process is sealing.
    await expect(failing.insert(rows(2_001))).rejects.toBe(FULL);
    await store.ledger.takeLease('another');
    const run = job.runNow();
    await store.ledger.releaseLease('another');
    expect((await run).repairedDays).toEqual(expect.arrayContaining(['2026-11-20']));
    expect(await differing()).toEqual([]);
  });

  test('reports a copy that the comparison repaired', async () => {
    const told = vi.fn(async () => undefined);
    const job = createSealJob(store.events, store.ledger, () => NOW_MS, { repaired: told });
    await storeWithoutCopy(rows(3_001));
    await job.compareNow({ isDry: true });
    expect(told).toHaveBeenCalledTimes(0);
    await job.compareNow();
    expect(await differing()).toEqual([]);
    expect(told).toHaveBeenCalledTimes(1);
    await job.compareNow();
    expect(told).toHaveBeenCalledTimes(1);
  });

  test('an insert that certainly stored nothing marks no day as doubtful', async () => {
    for (const [failure, isDoubtful] of [
      [new NothingStoredError('The lock was lost.'), false],
      [FULL, true],
    ] as const) {
      const failing = failingWith(failure, { isStored: false });
      await expect(failing.insert(rows(4_001))).rejects.toBe(failure);
      expect(failing.doubtfulDays.isEmpty()).toBe(!isDoubtful);
    }
  });
});

test('checks a day until a failed insert can no longer be in progress', async () => {
  let elapsedMs = 0;
  const days = createDoubtfulDays(() => elapsedMs);
  const asked: unknown[] = [];
  const engine = {
    read: async function* ({ sql, params }: { sql: string; params: unknown }) {
      if (sql.includes('events_by_campaign')) asked.push(params);
      yield [];
    },
  };
  const repair = () => days.repair(engine as never);
  expect([days.isEmpty(), await repair()]).toEqual([true, []]);
  days.add([{ timestampMs: NOW_MS }, { timestampMs: NOW_MS + 1 }]);
  await repair();
  elapsedMs = 5 * MINUTE_MS - 1;
  await repair();
  expect(days.isEmpty()).toBe(false);
  elapsedMs += 1;
  await repair();
  expect(days.isEmpty()).toBe(true);
  expect(asked).toEqual(Array(3).fill({ from: '2026-11-20', to: '2026-11-21' }));
});
