// Played by `npm run test:full` alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { onEachShard, partitionsOf } from './each-shard.ts';
import type { StoredEvent } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { measureLosses } from './loss-costs.ts';
import { readForJob } from './maintenance-reads.ts';
import { createSealJob } from './seal-job.ts';
import type { SealLedger } from './seal-ledger.ts';
import { READERS_MS } from './seal-tidying.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

const START_MS = Date.UTC(2026, 5, 1);
const TABLES = [
  'events',
  'events_by_campaign',
  'event_ids',
  'sealed_day',
  'device_total',
  'device_recent',
  'archived_quarter',
];

describe('what archived weeks leave behind', () => {
  const random = createRandom(6);
  let nowMs = START_MS;
  let lastId = 0;
  let store: TestEvents;
  let ledger = createMemorySealLedger();
  const delegate = new Proxy({} as SealLedger, { get: (_, name: keyof SealLedger) => ledger[name] });
  const everywhere = (sql: (rowsOf: RowsOf) => string) => onEachShard(store.events.engine, sql);
  beforeAll(async () => {
    store = await openTestEvents(delegate, () => nowMs);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    ledger = createMemorySealLedger();
    nowMs = START_MS + 20 * DAY_MS;
    for (const table of TABLES) await everywhere((rowsOf) => `TRUNCATE TABLE ${rowsOf(table)}`);
  });

  const someEvents = (count: number, fromMs: number, toMs: number): StoredEvent[] =>
    [...Array(count).keys()].map(() => randomEvent(random, ++lastId, fromMs, toMs));
  const sealJob = () => createSealJob(store.events, delegate, () => nowMs);
  const countOf = async (table: string): Promise<number> => {
    const sql = `SELECT toUInt32(count()) AS rows FROM ${table} FINAL`;
    return (await readForJob<{ rows: number }>(store.events.engine, sql))[0]?.rows ?? 0;
  };

  test('keeps and reports events of an incomplete week whose sums are gone', async () => {
    const rows = someEvents(60, START_MS, START_MS + 7 * DAY_MS - 1);
    await store.events.insert(rows);
    const job = sealJob();
    await job.archiveNow('2026-06-08');
    await everywhere((rowsOf) => `TRUNCATE TABLE ${rowsOf('archived_quarter')}`);
    const one = rows[0]?.eventId;
    await everywhere(
      (rowsOf) => `ALTER TABLE ${rowsOf('events')} DELETE WHERE event_id = ${one} SETTINGS mutations_sync = 2`,
    );
    nowMs += READERS_MS + MINUTE_MS;
    await job.runNow();
    nowMs += MINUTE_MS;
    expect((await job.runNow()).lost).toEqual(['2026-06-01']);
    expect(await ledger.losses()).toMatchObject([{ week: '2026-06-01', expected: 60, missing: 60 }]);
    nowMs += 20 * MINUTE_MS;
    expect((await job.runNow()).lost).toEqual([]);
    expect([await countOf('events'), await countOf('events_by_campaign')]).toEqual([59, 60]);
    expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], losses: [{ missing: 60 }] });
    expect(await readByOutlet(store.events, 'sealed_day')).toEqual(sumByOutlet(rows));
    const left = await measureLosses(store.events.engine, ledger);
    expect(left).toMatchObject([{ missing: 60, left: { events: 59 }, onlyInCopy: { events: 1 } }]);
    expect(await ledger.giveUpLosses(nowMs)).toEqual([]);
    expect(await ledger.acceptLosses(nowMs, ['2026-06-08'])).toEqual([]);
    await ledger.acceptLosses(nowMs);
    expect(await ledger.giveUpLosses(nowMs)).toMatchObject([{ week: '2026-06-01' }]);
    for (let run = 0; run < 3; run += 1) {
      nowMs += 20 * MINUTE_MS;
      expect((await job.runNow()).lost).toEqual([]);
    }
    expect([await countOf('events'), await countOf('events_by_campaign')]).toEqual([0, 0]);
    expect((await ledger.current()).archive.weeks.get('2026-06-01')?.events).toBe(59);
  });

  test('ids are removed with the last event of their quarter', async () => {
    nowMs = START_MS + 50 * DAY_MS;
    await store.events.insert(someEvents(80, START_MS, START_MS + 42 * DAY_MS - 1));
    const job = sealJob();
    await job.archiveNow('2026-06-29');
    const later = async () => {
      nowMs += READERS_MS + MINUTE_MS;
      await job.runNow();
      return partitionsOf(store.events.engine, 'event_ids');
    };
    expect(await later()).toEqual(['2026-04-01', '2026-07-01']);
    await job.archiveNow('2026-07-06');
    expect(await later()).toEqual(['2026-07-01']);
    expect(await countOf('events')).toBeGreaterThan(0);
  });

  test('reports once that removed events cannot be deleted from disk, and continues with everything else', async () => {
    await store.events.insert(someEvents(200, START_MS, nowMs));
    const { engine } = store.events;
    let isAway = true;
    let tries = 0;
    const shards = engine.shards.map((shard) => ({
      ...shard,
      command: async (sql: string) => {
        if (!isAway || !/^ALTER TABLE \S+ DROP PARTITION '/.test(sql)) return shard.command(sql);
        tries += 1;
        throw new Error('a replica is away');
      },
    }));
    const told: unknown[] = [];
    const forgotten: number[] = [];
    const job = createSealJob({ ...store.events, engine: { ...engine, shards } }, delegate, () => nowMs, {
      failed: (error) => void told.push(error),
      forgotten: async (views) => void forgotten.push(views.length),
    });
    await job.archiveNow('2026-06-08');
    const stored = await countOf('events');
    for (let run = 0; run < 3; run += 1) {
      nowMs += READERS_MS + MINUTE_MS;
      await job.runNow();
    }
    nowMs += DAY_MS;
    expect(await job.runNow()).toMatchObject({ seal: { watermark: '2026-06-19' } });
    expect([tries, told.length, await countOf('events')]).toEqual([2 * shards.length, 1, stored]);
    isAway = false;
    nowMs += 20 * MINUTE_MS;
    await job.runNow();
    expect(await countOf('events')).toBeLessThan(stored);
    expect([forgotten.length, told.length]).toEqual([1, 1]);
  });

  test("a week that was lost as a whole is not archived silently, nor are the advertisers' figures of it", async () => {
    await store.events.insert(someEvents(90, START_MS, START_MS + 21 * DAY_MS - 1));
    nowMs = START_MS + 30 * DAY_MS;
    const job = sealJob();
    await job.runNow();
    await everywhere((rowsOf) => `ALTER TABLE ${rowsOf('events')} DROP PARTITION '2026-06-08'`);
    const remove = async () => {
      const report = await job.archiveNow('2026-06-22');
      return [report?.weeks.map(({ week }) => week), report?.blocked?.week, report?.blocked?.reason];
    };
    const differs = 'its sealed sums differ from its events: see check-figures';
    expect(await remove()).toEqual([['2026-06-01'], '2026-06-08', differs]);
    expect((await ledger.current()).archive.endMs).toBe(Date.parse('2026-06-08'));
    await job.compareNow();
    expect(await remove()).toEqual([[], '2026-06-08', expect.stringMatching(/events of it are missing/)]);
    await ledger.acceptLosses(nowMs);
    expect(await remove()).toEqual([[], '2026-06-08', expect.stringMatching(/figures of advertisers still have/)]);
    const copies = await countOf('events_by_campaign');
    nowMs += READERS_MS + MINUTE_MS;
    await job.runNow();
    const gone = (await ledger.current()).archive.weeks.get('2026-06-01')?.events ?? 0;
    expect(await countOf('events_by_campaign')).toBe(copies - gone);
    await everywhere(
      (rowsOf) =>
        `ALTER TABLE ${rowsOf('events_by_campaign')} DELETE WHERE toMonday(ts) = '2026-06-08' SETTINGS mutations_sync = 2`,
    );
    expect(await remove()).toEqual([['2026-06-08', '2026-06-15'], undefined, undefined]);
  });

  test('after a lost week is given up, its remaining rows in the copy block nothing and are removed', async () => {
    const rows = someEvents(90, START_MS, START_MS + 7 * DAY_MS - 1);
    await store.events.insert(rows);
    const job = sealJob();
    await job.runNow();
    const lost = rows.slice(0, 40).map(({ eventId }) => eventId);
    await everywhere(
      (rowsOf) => `ALTER TABLE ${rowsOf('events')} DELETE WHERE event_id IN (${lost}) SETTINGS mutations_sync = 2`,
    );
    await job.compareNow();
    await ledger.acceptLosses(nowMs);
    const reason = expect.stringMatching(/accept-missing-events --give-up/);
    expect(await job.archiveNow('2026-06-08')).toMatchObject({ weeks: [], blocked: { week: '2026-06-01', reason } });
    const [cost] = await measureLosses(store.events.engine, ledger);
    const micros = (some: readonly StoredEvent[]) => some.reduce((sum, { amountMicros }) => sum + amountMicros, 0);
    expect(cost?.left).toEqual({ events: 50, micros: micros(rows.slice(40)) });
    expect(cost?.onlyInCopy).toEqual({ events: 40, micros: micros(rows.slice(0, 40)) });
    await ledger.giveUpLosses(nowMs, ['2026-06-01']);
    expect(await measureLosses(store.events.engine, ledger)).toEqual([]);
    expect(await job.archiveNow('2026-06-08')).toMatchObject({ weeks: [{ events: 50 }], blocked: null });
    nowMs += READERS_MS + MINUTE_MS;
    await job.runNow();
    expect([await countOf('events'), await countOf('events_by_campaign')]).toEqual([0, 0]);
  });
});
