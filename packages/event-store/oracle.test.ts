// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { byLength } from '../../server/testing/test-length.ts';
import { onEachShard, partitionsOf } from './each-shard.ts';
import { eraseVisitors } from './erase-visitors.ts';
import type { StoredEvent } from './events-db.ts';
import { createSealJob } from './seal-job.ts';
import { READERS_MS } from './seal-tidying.ts';
import { archivedSums, sumByQuarter } from './testing/archive-oracle.ts';
import { DIED, dyingProcess } from './testing/dying-process.ts';
import {
  createRandom,
  randomEvent,
  readByOutlet,
  readInvalid,
  readingOf,
  sumByOutlet,
  sumInvalid,
} from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { describeOnEventsEngines, EVENTS_ENGINES, type TestEvents } from './testing/open-test-events.ts';

const START_MS = Date.UTC(2026, 2, 2);
const DAYS = 18;
const EVENTS_A_DAY = byLength(100, 150);
/**
 * The engines to test. The short run has no servers. In the daily run, all three engines run the store's contract, and
 * the cluster runs the life of a network.
 */
const ENGINES = EVENTS_ENGINES.filter((kind) => kind === byLength('embedded', kind));
describeOnEventsEngines('every figure against an independent sum', ENGINES, (open, kind) => {
  let nowMs = START_MS;
  const ledger = createMemorySealLedger();
  const sent = new Map<bigint, StoredEvent>();
  let rowsSent = 0;
  let store: TestEvents;
  beforeAll(async () => {
    store = await open(ledger, () => nowMs);
  });
  afterAll(() => store.close());

  /** Sends batches that overlap, repeat and arrive in any order. One event in 20 is up to 18 days late. */
  async function sendDay(random: () => number, day: number): Promise<void> {
    const events = [...Array(EVENTS_A_DAY).keys()].map((number) => {
      const lateBy = random() < 0.05 ? Math.floor(random() * (day + 1)) * DAY_MS : 0;
      const event = randomEvent(random, day * EVENTS_A_DAY + number + 1, nowMs - lateBy, nowMs - lateBy + DAY_MS);
      // Outlet 7 changes its owner on the eighth day. The owner of an event is the one at the event's time.
      return event.outletKey === 7 && event.timestampMs >= START_MS + 8 * DAY_MS ? { ...event, customerKey: 9 } : event;
    });
    const fresh = events.flatMap((event) => [event, readingOf(random, event) ?? []].flat());
    for (const row of fresh) sent.set(row.eventId, row);
    const all = [...sent.values()];
    const old = [...Array(60).keys()].flatMap(() => all[Math.floor(random() * all.length)] ?? []);
    const pool = [...fresh, ...fresh, ...fresh.filter(() => random() < 0.4), ...old].sort(() => random() - 0.5);
    while (pool.length > 0) {
      const batch = pool.splice(0, 1 + Math.floor(random() * 200));
      rowsSent += batch.length;
      await store.events.insert(batch);
    }
  }

  test('every rollup equals the sum of the sent events, through repeats, overlaps, late events and a change of owner', async () => {
    const random = createRandom(20_260_302);
    const job = createSealJob(store.events, ledger, () => nowMs);
    for (let day = 0; day < DAYS; day += 1, nowMs += DAY_MS) {
      await sendDay(random, day);
      // Sealing takes servers several times as long. The test on the embedded store shows that sealing each day is
      // correct.
      if (day % byLength(5, kind === 'embedded' ? 1 : 3) !== 0 && day !== DAYS - 1) continue;
      await job.runNow();
      const expected = sumByOutlet(sent.values());
      expect(await readByOutlet(store.events, 'device_total'), `totals on day ${day}`).toEqual(expected);
      expect(await readByOutlet(store.events, 'sealed_day'), `days on day ${day}`).toEqual(expected);
      expect(await readInvalid(store.events), `invalid on day ${day}`).toEqual(sumInvalid(sent.values()));
    }
    expect(rowsSent).toBeGreaterThan(2.5 * sent.size);
    expect((await store.events.seal()).watermark).toBe('2026-03-16');
  });

  test('the campaign copy has the same events, money and visitors', async () => {
    const [copy] = await store.events.query({
      sql: `SELECT toUInt32(count()) AS events, toUInt32(sum(amount_micros)) AS amount, toUInt32(uniqExact(visitor)) AS visitors
      FROM events_by_campaign FINAL WHERE advertiser_id = {advertiser:UInt32}`,
      params: { advertiser: 2 },
      scope: { kind: 'advertiser', customerId: 'two', customerKey: 2 },
    });
    const rows = [...sent.values()].filter(({ advertiserKey }) => advertiserKey === 2);
    const visitors = new Set(rows.map(({ fingerprint }) => fingerprint)).size;
    const amount = rows.reduce((sum, row) => sum + row.amountMicros, 0);
    expect(copy).toEqual({ events: rows.length, amount, visitors });
  });

  test('the newest twelve views of every outlet are right, also of an outlet that was silent for a while', async () => {
    const { generation, watermark } = await store.events.seal();
    const rows = await store.events.query<{ outlet: string; ids: string[] }>({
      sql: `SELECT concat(toString(customer_id), '/', toString(device_id)) AS outlet,
        arrayMap(view -> view.2, arraySlice(arrayReverseSort(view -> (view.1, view.2), arrayDistinct(groupArrayArray(views))), 1, 12)) AS ids
      FROM (
        SELECT customer_id, device_id, last AS views FROM device_recent WHERE gen = {generation:UInt32}
        UNION ALL
        SELECT customer_id, device_id, groupArray(tuple(ts, event_id, fingerprint, ip, advertiser_id, campaign_id, flight_id, cryptic))
        FROM events FINAL WHERE kind = 'view' AND invalid = 'none' AND ts >= toDateTime64({watermark:Date}, 3, 'UTC') GROUP BY customer_id, device_id
      ) GROUP BY customer_id, device_id`,
      params: { generation, watermark },
      scope: { kind: 'all' },
    });
    const expected = new Map<string, string[]>();
    const newestFirst = [...sent.values()]
      .filter(({ kind, invalid }) => kind === 'view' && invalid === null)
      .sort((a, b) => b.timestampMs - a.timestampMs || (b.eventId > a.eventId ? 1 : -1));
    for (const { customerKey, outletKey, eventId } of newestFirst) {
      const outlet = `${customerKey}/${outletKey}`;
      const ids = expected.get(outlet) ?? [];
      if (ids.length < 12) expected.set(outlet, [...ids, String(eventId)]);
    }
    expect(new Map(rows.map(({ outlet, ids }) => [outlet, ids]))).toEqual(expected);
  });

  test('an erased visitor is gone from every table, and no total changes', async () => {
    const before = await readByOutlet(store.events, 'device_total');
    const fingerprint = String(123).padStart(32, '0');
    const traces = () =>
      store.events.query({
        sql: `SELECT (SELECT toUInt32(count()) FROM events WHERE fingerprint = unhex({hex:String})) AS raw,
        (SELECT toUInt32(count()) FROM events_by_campaign WHERE visitor = sipHash64(toFixedString(unhex({hex:String}), 16))) AS copy,
        (SELECT toUInt32(countIf(arrayExists(view -> view.3 = unhex({hex:String}), last))) FROM device_recent) AS recent`,
        params: { hex: fingerprint },
        scope: { kind: 'all' },
      });
    expect(await traces()).not.toEqual([{ raw: 0, copy: 0, recent: 0 }]);

    await eraseVisitors(store.events, { fingerprint });

    expect(await traces()).toEqual([{ raw: 0, copy: 0, recent: 0 }]);
    expect(await readByOutlet(store.events, 'device_total')).toEqual(before);
    expect(await readByOutlet(store.events, 'sealed_day')).toEqual(before);
  });

  test('weeks are archived as sums per quarter hour, interrupted at each statement and restarted, and nothing else changes', async () => {
    const before = await readByOutlet(store.events, 'device_total');
    const stored = await store.events.query({ sql: ROWS, scope: { kind: 'all' } });
    const until = '2026-03-16';
    const left = [...sent.values()].filter(({ timestampMs }) => timestampMs >= Date.parse(until)).length;
    // The short run is interrupted at every fourth statement.
    const every = byLength(4, 1);
    let steps = every === 1 || kind === 'embedded' ? 0 : -1;
    let cuts = 0;
    for (let isDone = false; !isDone && cuts < 60; cuts += 1) {
      steps += every;
      const dying = dyingProcess(store.events, ledger, steps);
      const job = createSealJob(dying.events, dying.ledger, () => nowMs);
      try {
        await job.archiveNow(until);
        nowMs += READERS_MS + MINUTE_MS;
        await job.runNow();
      } catch (error) {
        expect(error).toBe(DIED);
      }
      const { archive } = await ledger.current();
      expect(await archivedSums(store.events), `after step ${steps}`).toEqual(
        sumByQuarter([...sent.values()].filter(({ timestampMs }) => timestampMs < archive.endMs)),
      );
      const rows = await store.events.query<{ events: number; copies: number }>({ sql: ROWS, scope: { kind: 'all' } });
      isDone = rows.every(({ events, copies }) => events === left && copies === left);
    }
    expect(steps).toBeGreaterThan(9);
    expect(cuts).toBeGreaterThan(9 / every);
    expect((await ledger.current()).archive.endMs).toBe(Date.parse(until));
    expect(stored).toEqual([{ events: sent.size, copies: sent.size }]);
    expect(await store.events.query({ sql: ROWS, scope: { kind: 'all' } })).toEqual([{ events: left, copies: left }]);
    expect(await partitionsOf(store.events.engine, 'archived_quarter')).toHaveLength(2);

    const job = createSealJob(store.events, ledger, () => nowMs);
    const nothing = { repairedWeeks: [], hasRepairedTotals: false, repairedDays: [], losses: [] };
    expect(await job.compareNow()).toMatchObject(nothing);
    nowMs += DAY_MS;
    await job.runNow();
    expect(await job.compareNow()).toMatchObject(nothing);
    expect([...(await readByOutlet(store.events, 'device_total'))].length).toBe(before.size);
    for (const rollup of ['device_total', 'sealed_day'] as const)
      expect(await readByOutlet(store.events, rollup)).toEqual(sumByOutlet(sent.values()));
    expect(await readInvalid(store.events)).toEqual(sumInvalid(sent.values()));
    const named = `SELECT 1 AS found FROM device_recent
      WHERE arrayExists(view -> view.1 < toDateTime64('${until}', 3, 'UTC') AND view.3 != toFixedString('', 16), last) LIMIT 1`;
    expect(await store.events.query({ sql: named, scope: { kind: 'all' } })).toEqual([]);
  });

  test('keeps events that reappear after their sums are gone until there are sums', async () => {
    const job = createSealJob(store.events, ledger, () => nowMs);
    const numberOf = async () => (await ledger.current()).archive.weeks.get('2026-03-16')?.number ?? 0;
    nowMs = Date.UTC(2026, 2, 27);
    expect(await job.archiveNow('2026-03-23')).toMatchObject({ weeks: [{ week: '2026-03-16' }], blocked: null });
    const first = await numberOf();
    await onEachShard(
      store.events.engine,
      (rowsOf) => `ALTER TABLE ${rowsOf('archived_quarter')} DROP PARTITION ${first}`,
    );
    const rows = await store.events.query({ sql: ROWS, scope: { kind: 'all' } });
    nowMs += READERS_MS + MINUTE_MS;
    await job.runNow();
    expect(await store.events.query({ sql: ROWS, scope: { kind: 'all' } })).toEqual(rows);
    expect(await numberOf()).toBeGreaterThan(first);
    nowMs += READERS_MS + MINUTE_MS;
    await job.runNow();
    expect(await store.events.query({ sql: ROWS, scope: { kind: 'all' } })).toEqual([{ events: 0, copies: 0 }]);
    expect(await archivedSums(store.events)).toEqual(sumByQuarter(sent.values()));
  });

  test('finds sums again that an older accounts store does not know', async () => {
    const { archive } = await ledger.current();
    const older = createMemorySealLedger();
    const job = createSealJob(store.events, older, () => nowMs);
    await job.runNow();
    const found = (await older.current()).archive;
    expect([...found.weeks].map(([week, { number, events }]) => [week, number, events]).sort()).toEqual(
      [...archive.weeks].map(([week, { number, events }]) => [week, number, events]).sort(),
    );
    const known = { ...store.events, seal: () => older.current() };
    for (const rollup of ['device_total', 'sealed_day'] as const)
      expect(await readByOutlet(known, rollup)).toEqual(sumByOutlet(sent.values()));
    expect(await readInvalid(known)).toEqual(sumInvalid(sent.values()));
    const agreed = { repairedWeeks: [], hasRepairedTotals: false, losses: [] };
    expect(await job.compareNow()).toMatchObject(agreed);
  });
});

const ROWS = `SELECT (SELECT toUInt32(count()) FROM events FINAL) AS events,
  (SELECT toUInt32(count()) FROM events_by_campaign FINAL) AS copies`;
