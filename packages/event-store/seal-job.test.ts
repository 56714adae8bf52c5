// Played by `npm run test:full` alone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { findDifferingDays, repairCampaignCopy } from './campaign-copy.ts';
import { eraseVisitors } from './erase-visitors.ts';
import { EVENT_COLUMNS, encodeEvents } from './event-encoder.ts';
import type { StoredEvent } from './events-db.ts';
import { createEventsStore } from './events-store.ts';
import { insertBlocks } from './insert-blocks.ts';
import { readForJob } from './maintenance-reads.ts';
import { JUDGED_COPY_COLUMNS } from './migrations/0007-invalid-traffic.ts';
import { createSealJob } from './seal-job.ts';
import { NOTHING_SEALED, type SealLedger } from './seal-ledger.ts';
import { READERS_MS } from './seal-tidying.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

const START_MS = Date.UTC(2026, 5, 1);
const random = createRandom(4);
let nowMs = START_MS;
let lastId = 0;
let store: TestEvents;
let ledger = createMemorySealLedger();
/** The ledger with which the store was opened. Each test puts a new ledger behind it. */
const delegate = new Proxy({} as SealLedger, { get: (_, name: keyof SealLedger) => ledger[name] });
const tables = ['events', 'events_by_campaign', 'sealed_day', 'device_day', 'device_total', 'device_recent'];
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
const command = (sql: string) => store.events.engine.command(sql);

async function expectSums(rows: readonly StoredEvent[]): Promise<void> {
  for (const rollup of ['device_total', 'sealed_day'] as const) {
    expect(await readByOutlet(store.events, rollup), rollup).toEqual(sumByOutlet(rows));
  }
}

test('seals a new store with a month of history in one run', async () => {
  const rows = someEvents(3_000, START_MS - 10 * DAY_MS, nowMs);
  await store.events.insert(rows);
  const report = await sealJob().runNow();
  expect(report.seal).toMatchObject({ watermark: '2026-06-18' });
  expect(report.weeks).toEqual(['2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08', '2026-06-15']);
  expect([...report.seal.weeks.keys()]).toEqual(report.weeks);
  expect(await ledger.markedWeeks()).toEqual([]);
  await expectSums(rows);
});

test('does nothing if nothing is due', async () => {
  const job = sealJob();
  const { seal: first } = await job.runNow();
  const { seal, weeks } = await job.runNow();
  expect({ seal, weeks }).toEqual({ seal: first, weeks: [] });
});

test('raw rows are the truth: recomputes a seal that is too large or too small, with the totals and newest views', async () => {
  const rows = someEvents(900, START_MS, nowMs);
  await store.events.insert(rows);
  const job = sealJob();
  const { seal } = await job.runNow();
  const [first = 0, second = 0] = [...seal.weeks.values()].map(({ number }) => number);
  // The state after a crash that doubled one week and halved another.
  await command(`INSERT INTO sealed_day SELECT * FROM sealed_day WHERE seal = ${first}`);
  await command(
    `ALTER TABLE sealed_day DELETE WHERE seal = ${second} AND device_id % 2 = 0 SETTINGS mutations_sync = 2`,
  );
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: ['2026-06-01', '2026-06-08'], losses: [] });
  await expectSums(rows);

  const { generation } = await ledger.current();
  await command(`ALTER TABLE device_recent DROP PARTITION ${generation}`);
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], hasRepairedTotals: true });
  await command(`ALTER TABLE device_total DROP PARTITION ${(await ledger.current()).generation}`);
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], hasRepairedTotals: true });
  await expectSums(rows);
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], hasRepairedTotals: false });
});

test('finds weeks that are missing among the published ones', async () => {
  const rows = someEvents(600, START_MS, nowMs);
  await store.events.insert(rows);
  const { seal } = await sealJob().runNow();
  // The state after an older accounts store was restored: its list of weeks is too short, and its numbers are already
  // in use.
  ledger = createMemorySealLedger();
  const [only] = seal.weeks;
  const old = {
    ...NOTHING_SEALED,
    generation: await ledger.nextNumber(),
    watermark: seal.watermark,
    weeks: new Map([only ?? ['', { number: 1, events: 0 }]]),
  };
  await ledger.takeLease('old');
  await ledger.publish('old', old, nowMs);
  await sealJob().compareNow();
  expect((await ledger.current()).generation).toBeGreaterThan(seal.generation);
  await expectSums(rows);
});

test('a week with lost raw rows keeps its sealed sums, adds later events, and heals when the rows return', async () => {
  const rows = someEvents(500, START_MS, START_MS + 6 * DAY_MS);
  await store.events.insert(rows);
  const job = sealJob();
  await job.runNow();
  await command('RENAME TABLE events TO events_away');
  await command('CREATE TABLE events AS events_away');
  try {
    // There are fewer rows than the seal of the week counted.
    nowMs = Date.now();
    const { losses, repairedWeeks } = (await job.compareNow()) ?? { losses: [], repairedWeeks: [] };
    expect({ repairedWeeks, losses }).toMatchObject({
      repairedWeeks: [],
      losses: [{ week: '2026-06-01', missing: 500 }],
    });
    expect(await readByOutlet(store.events, 'sealed_day')).toEqual(sumByOutlet(rows));
    const late = someEvents(5, START_MS, START_MS + DAY_MS);
    nowMs = START_MS + 20 * DAY_MS;
    await store.events.insert(late);
    await command('ALTER TABLE events UPDATE ingested_at = ingested_at + 5 WHERE 1 SETTINGS mutations_sync = 2');
    expect(await job.runNow()).toMatchObject({ kept: ['2026-06-01'] });
    await expectSums([...rows, ...late]);
    await command('INSERT INTO events SELECT * FROM events_away');
    expect(await job.compareNow()).toMatchObject({ losses: [] });
    await expectSums([...rows, ...late]);
  } finally {
    await command('DROP TABLE events SYNC');
    await command('RENAME TABLE events_away TO events');
  }
});

test('replaces sums that an older version sealed without numbers by sums of the raw rows, or keeps them if no rows are left', async () => {
  const rows = someEvents(400, START_MS, START_MS + 14 * DAY_MS - 1);
  await store.events.insert(rows);
  await sealJob().runNow();
  // The state after an interrupted swap in the older version: each row of the second week exists twice.
  const columns =
    'day, customer_id, device_id, views, clicks, burns, amount_micros, owner_micros, energy_milli_wh, estimated_views, first_ts';
  await command(`INSERT INTO device_day SELECT ${columns} FROM sealed_day WHERE day >= '2026-06-08'`);
  await command(`INSERT INTO device_day SELECT ${columns} FROM sealed_day`);
  await command(`ALTER TABLE events DROP PARTITION '2026-06-01'`);
  ledger = createMemorySealLedger();
  const job = sealJob();
  await job.runNow();
  await expectSums(rows);
  nowMs += READERS_MS + MINUTE_MS;
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], losses: [{ week: '2026-06-01' }] });
  await expectSums(rows);
  const [left] = await store.events.query({
    sql: 'SELECT toUInt32(count()) AS n FROM device_day',
    scope: { kind: 'all' },
  });
  expect(left).toEqual({ n: 0 });
});

test('a run that died before publishing changes nothing for readers, and the next run completes it', async () => {
  const rows = someEvents(800, START_MS, nowMs);
  await store.events.insert(rows);
  const dying = new Proxy(delegate, {
    get: (target, name: keyof SealLedger) =>
      name === 'publish' ? () => Promise.reject(new Error('killed')) : target[name],
  });
  await expect(createSealJob(store.events, dying, () => nowMs).runNow()).rejects.toThrow('killed');
  expect(await readByOutlet(store.events, 'device_total')).toEqual(sumByOutlet(rows));
  await sealJob().runNow();
  await expectSums(rows);
});

test('a run whose lease was taken over ends before it publishes', async () => {
  const rows = someEvents(300, START_MS, nowMs);
  await store.events.insert(rows);
  const job = sealJob();
  const { seal } = await job.runNow();
  await store.events.insert(someEvents(20, START_MS, START_MS + DAY_MS));
  const slow = new Proxy(delegate, {
    get: (target, name: keyof SealLedger) =>
      name === 'publish'
        ? async (...args: Parameters<SealLedger['publish']>) => {
            await ledger.takeLease('another process');
            return ledger.publish(...args);
          }
        : target[name],
  });
  await expect(createSealJob(store.events, slow, () => nowMs).runNow()).rejects.toThrow('taken over');
  expect(await ledger.current()).toEqual(seal);
});

test('old numbers that cannot be dropped stop no seal, are reported once, and are dropped when possible', async () => {
  const rows = someEvents(200, START_MS, nowMs);
  await store.events.insert(rows);
  const { engine } = store.events;
  let isAway = false;
  const shards = engine.shards.map((shard) => ({
    ...shard,
    command: async (sql: string) => {
      if (isAway && /^ALTER TABLE \S+ DROP PARTITION/.test(sql)) throw new Error('a replica is away');
      return shard.command(sql);
    },
  }));
  const told: unknown[] = [];
  const events = { ...store.events, engine: { ...engine, shards } };
  const job = createSealJob(events, delegate, () => nowMs, { untidied: (error) => void told.push(error) });
  const generations = async () =>
    (await store.events.query({ sql: 'SELECT DISTINCT gen FROM device_total', scope: { kind: 'all' } })).length;
  await job.runNow();
  isAway = true;
  for (let day = 0; day < 3; day += 1) {
    nowMs += DAY_MS;
    const late = someEvents(20, nowMs - DAY_MS, nowMs);
    await store.events.insert(late);
    rows.push(...late);
    expect((await job.runNow()).weeks).toHaveLength(1);
  }
  expect(await job.alone(async () => 'done')).toBe('done');
  expect([await generations(), told.length]).toEqual([4, 1]);
  isAway = false;
  nowMs += DAY_MS;
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], losses: [] });
  await job.runNow();
  expect([await generations(), told.length]).toEqual([2, 1]);
  await expectSums(rows);
});

test('late rows that arrive during a seal are not lost', async () => {
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
  expect(await ledger.markedWeeks()).toEqual([]);
  await expectSums(rows);
});

test('a view that arrives between the sums and the newest views of an outlet with few views is not a difference', async () => {
  const [view] = someEvents(1, START_MS, START_MS + DAY_MS).map((row) => ({ ...row, kind: 'view' as const }));
  if (view === undefined) throw new Error('no view');
  await store.events.insert([view]);
  let numbers = 0;
  const meanwhile = new Proxy(delegate, {
    get: (target, name: keyof SealLedger) =>
      name !== 'nextNumber'
        ? target[name]
        : async () => {
            numbers += 1;
            // The week has the first number, the totals have the second, and the collected newest views have the third.
            if (numbers === 3) await store.events.insert([later]);
            return target.nextNumber();
          },
  });
  const later = { ...view, eventId: view.eventId + 1n, timestampMs: view.timestampMs + 1 };
  const job = createSealJob(store.events, meanwhile, () => nowMs);
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], hasRepairedTotals: false });
  expect(numbers).toBe(3);
  expect(await job.compareNow()).toMatchObject({ repairedWeeks: [], hasRepairedTotals: false });
  await expectSums([view, later]);
});

/**
 * Creates the store of a process that stops permanently while it inserts: before or after the rows are stored,
 * depending on `areRowsIn`.
 */
function dyingStore(areRowsIn: boolean) {
  let stopped = () => {};
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const { engine } = store.events;
  const events = createEventsStore({
    engine,
    ledger: delegate,
    now: () => nowMs,
    knownEvents: { find: async () => [], findFollowers: async () => [], remember: () => {}, confirm: () => {} },
    insertRows: async (rows) => {
      if (areRowsIn) await insertBlocks(engine.insertEvents, rows);
      stopped();
      return new Promise(() => {});
    },
    close: async () => {},
  });
  return { events, stop };
}

test.each([false, true])(
  'a process that dies in a late insert leaves no row out of the sums (rows stored: %s)',
  async (areRowsIn) => {
    const rows = someEvents(300, START_MS, nowMs);
    await store.events.insert(rows);
    const job = sealJob();
    await job.runNow();
    const late = someEvents(10, START_MS, START_MS + DAY_MS);
    const dying = dyingStore(areRowsIn);
    void dying.events.insert(late);
    await dying.stop;
    // A seal in between must not clear the mark: its rows may not have been stored yet.
    await job.runNow();
    expect(await ledger.markedWeeks()).toEqual(['2026-06-01']);
    if (!areRowsIn) await store.events.engine.insertEvents(EVENT_COLUMNS, encodeEvents(late));
    await ledger.beginProcess();
    await sealJob().runNow();
    expect(await ledger.markedWeeks()).toEqual([]);
    await expectSums([...rows, ...late]);
  },
);

test('the seal, the comparison and the repair at opening restore rows that a crash left out of the campaign copy', async () => {
  await store.events.insert(someEvents(400, START_MS, START_MS + 4 * DAY_MS));
  const lose = () =>
    command(`ALTER TABLE events_by_campaign DELETE WHERE event_id % 3 = 0 SETTINGS mutations_sync = 2`);
  const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
  await lose();
  expect((await sealJob().runNow()).repairedDays).toEqual(days);
  await lose();
  expect(await sealJob().compareNow()).toMatchObject({ repairedDays: days });
  await lose();
  const repair = () => repairCampaignCopy(store.events.engine, '2026-06-02', '2026-06-04');
  expect(await repair()).toEqual(['2026-06-02', '2026-06-03']);
  expect(await repair()).toEqual([]);
});

test('a half-done insert that the comparison finds is not a difference, also when one follows another', async () => {
  await store.events.insert(someEvents(200, START_MS, START_MS + 2 * DAY_MS));
  await command(`ALTER TABLE events_by_campaign DELETE WHERE ts < '2026-06-02' SETTINGS mutations_sync = 2`);
  const { engine } = store.events;
  const commit = () =>
    command(`INSERT INTO events_by_campaign (${JUDGED_COPY_COLUMNS}) SELECT ${JUDGED_COPY_COLUMNS} FROM events FINAL
      WHERE ts >= '2026-06-02'`);
  let looks = 0;
  const read: typeof engine.read = async function* (statement) {
    if (statement.sql.includes('groupBitXor')) {
      looks += 1;
      // A row of the second day that is not in the copy yet. The row of the previous check is in the copy by now.
      await commit();
      if (looks < 4) {
        const rows = someEvents(1, START_MS + DAY_MS, START_MS + 2 * DAY_MS);
        await store.events.insert(rows);
        await command(
          `ALTER TABLE events_by_campaign DELETE WHERE event_id = ${rows[0]?.eventId} SETTINGS mutations_sync = 2`,
        );
      }
    }
    yield* engine.read<never>(statement);
  };
  expect(await findDifferingDays({ ...engine, read }, '2026-06-01', '2026-06-08')).toEqual(['2026-06-01']);
  expect(looks).toBe(4);
});

test('a view that an interrupted erasure left a visitor in at one place counts once as newest, without a visitor', async () => {
  await store.events.insert(someEvents(200, START_MS, START_MS + 6 * DAY_MS));
  await sealJob().runNow();
  let steps = 0;
  const cutShort = async () => {
    steps += 1;
    if (steps === 2) throw new Error('killed');
  };
  await expect(eraseVisitors(store.events, { beforeMs: nowMs }, cutShort)).rejects.toThrow('killed');
  const late = someEvents(1, START_MS, START_MS + DAY_MS);
  await store.events.insert(late.map((event) => ({ ...event, fingerprint: '0'.repeat(32) })));
  const { seal } = await sealJob().runNow();
  const newest = await readForJob<Record<'views' | 'different' | 'named', string>>(
    store.events.engine,
    `SELECT sum(length(last)) AS views, sum(length(arrayDistinct(tupleElement(last, 2)))) AS different,
      sum(arrayCount(view -> view.3 != toFixedString('', 16), last)) AS named FROM device_recent WHERE gen = ${seal.generation}`,
  );
  expect(newest).toEqual([{ views: newest[0]?.different, different: expect.stringMatching(/[1-9]/), named: '0' }]);
});

test('does not disturb another process that holds the lease', async () => {
  await store.events.insert(someEvents(10, START_MS, START_MS + DAY_MS));
  const refused = new Proxy(delegate, {
    get: (target, name: keyof SealLedger) => (name === 'takeLease' ? async () => false : target[name]),
  });
  const job = createSealJob(store.events, refused, () => nowMs);
  expect((await job.runNow()).seal.generation).toBe(0);
  expect(await job.compareNow()).toBeNull();
});

test('a late event does not reseal a week from fewer raw rows than it was sealed from', async () => {
  const rows = someEvents(300, START_MS, START_MS + 6 * DAY_MS);
  await store.events.insert(rows);
  const job = sealJob();
  await job.runNow();
  await command('ALTER TABLE events DELETE WHERE device_id % 2 = 0 SETTINGS mutations_sync = 2');
  const late = someEvents(5, START_MS, START_MS + DAY_MS);
  await store.events.insert(late);
  const stamp = `ingested_at + 5 WHERE event_id IN (${late.map(({ eventId }) => eventId)})`;
  await command(`ALTER TABLE events UPDATE ingested_at = ${stamp} SETTINGS mutations_sync = 2`);
  expect(await job.runNow()).toMatchObject({ kept: ['2026-06-01'], lost: ['2026-06-01'] });
  await expectSums([...rows, ...late]);
  expect(await job.runNow()).toMatchObject({ lost: [] });
});
