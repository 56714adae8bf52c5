import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { repairCampaignCopy } from './campaign-copy.ts';
import type { StoredEvent } from './events-db.ts';
import { createSealJob } from './seal-job.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';
import { DAY_MS } from './weeks.ts';

const START_MS = Date.UTC(2026, 5, 1);
const random = createRandom(4);
let nowMs = START_MS;
let lastId = 0;
let store: TestEvents;
let ledger = createMemorySealLedger();
const delegate = {
  current: () => ledger.current(),
  publish: (seal: Parameters<typeof ledger.publish>[0]) => ledger.publish(seal),
  markDirty: (weeks: readonly string[]) => ledger.markDirty(weeks),
  dirtyWeeks: () => ledger.dirtyWeeks(),
  clearDirty: (week: string, since: number) => ledger.clearDirty(week, since),
  holdLease: (holder: string, seconds: number) => ledger.holdLease(holder, seconds),
};
const tables = ['events', 'events_by_campaign', 'device_day', 'device_day_stage', 'device_total', 'device_recent'];
beforeAll(async () => {
  store = await openTestEvents(delegate, () => nowMs);
});
afterAll(() => store.close());
beforeEach(async () => {
  ledger = createMemorySealLedger();
  nowMs = START_MS + 20 * DAY_MS;
  for (const table of tables) await store.events.engine.command(`TRUNCATE TABLE ${table}`);
});

const someEvents = (count: number, fromMs: number, toMs: number): StoredEvent[] =>
  [...Array(count).keys()].map(() => randomEvent(random, ++lastId, fromMs, toMs));
const sealJob = () => createSealJob(store.events, delegate, () => nowMs);

test('a fresh store with a month of history is sealed in one run', async () => {
  const rows = someEvents(3_000, START_MS - 10 * DAY_MS, nowMs);
  await store.events.insert(rows);
  const report = await sealJob().runNow();
  expect(report.seal).toEqual({ generation: 1, watermark: '2026-06-18' });
  expect(report.weeks).toEqual(['2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08', '2026-06-15']);
  expect(await ledger.dirtyWeeks()).toEqual([]);
  expect(await readByOutlet(store.events, 'device_total')).toEqual(sumByOutlet(rows));
});

test('nothing due means nothing done', async () => {
  const job = sealJob();
  await job.runNow();
  const { seal, weeks } = await job.runNow();
  expect({ seal, weeks }).toEqual({ seal: { generation: 1, watermark: '2026-06-18' }, weeks: [] });
});

test('a week whose raw rows were dropped keeps its sealed figures, even when a late row marks it', async () => {
  const rows = someEvents(500, START_MS, START_MS + 6 * DAY_MS);
  await store.events.insert(rows);
  const job = sealJob();
  await job.runNow();
  const before = await readByOutlet(store.events, 'device_total');
  await store.events.engine.command(`ALTER TABLE events DROP PARTITION '2026-06-01'`);
  await store.events.insert(someEvents(1, START_MS, START_MS + DAY_MS));
  expect(await job.runNow()).toMatchObject({ kept: ['2026-06-01'], seal: { generation: 1 } });
  expect(await readByOutlet(store.events, 'device_total')).toEqual(before);
});

test('a run that died before publishing changes nothing for readers, and the next one makes it good', async () => {
  const rows = someEvents(800, START_MS, nowMs);
  await store.events.insert(rows);
  const dying = { ...delegate, publish: () => Promise.reject(new Error('killed')) };
  await expect(createSealJob(store.events, dying, () => nowMs).runNow()).rejects.toThrow('killed');
  expect(await readByOutlet(store.events, 'device_total')).toEqual(sumByOutlet(rows));
  await sealJob().runNow();
  expect(await readByOutlet(store.events, 'device_total')).toEqual(sumByOutlet(rows));
  expect(await readByOutlet(store.events, 'device_day')).toEqual(sumByOutlet(rows));
});

test('late rows that arrive while a seal is running are not lost', async () => {
  const rows = someEvents(500, START_MS, nowMs);
  await store.events.insert(rows);
  const job = sealJob();
  await job.runNow();
  for (let round = 0; round < 5; round += 1) {
    const late = [...Array(8).keys()].map(() => someEvents(20, START_MS, START_MS + 10 * DAY_MS));
    await Promise.all([job.runNow(), ...late.map((batch) => store.events.insert(batch))]);
    rows.push(...late.flat());
  }
  await job.runNow();
  expect(await ledger.dirtyWeeks()).toEqual([]);
  expect(await readByOutlet(store.events, 'device_total')).toEqual(sumByOutlet(rows));
  expect(await readByOutlet(store.events, 'device_day')).toEqual(sumByOutlet(rows));
});

test('rows that a crash left out of the campaign copy are put there by the seal, and by the repair at opening', async () => {
  await store.events.insert(someEvents(400, START_MS, START_MS + 4 * DAY_MS));
  const lose = () =>
    store.events.engine.command(
      `ALTER TABLE events_by_campaign DELETE WHERE event_id % 3 = 0 SETTINGS mutations_sync = 2`,
    );
  await lose();
  expect((await sealJob().runNow()).repairedDays).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']);
  await lose();
  expect(await repairCampaignCopy(store.events.engine, '2026-06-02', '2026-06-04')).toEqual([
    '2026-06-02',
    '2026-06-03',
  ]);
  expect(await repairCampaignCopy(store.events.engine, '2026-06-02', '2026-06-04')).toEqual([]);
});

test('another process that holds the lease is left alone', async () => {
  await store.events.insert(someEvents(10, START_MS, START_MS + DAY_MS));
  const refused = { ...delegate, holdLease: async () => false };
  expect((await createSealJob(store.events, refused, () => nowMs).runNow()).seal.generation).toBe(0);
});
