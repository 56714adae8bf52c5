import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { eraseVisitors } from '../erase-visitors.ts';
import { EventsUnavailableError, NO_UUID, type StoredEvent } from '../events-db.ts';
import type { EventsStore } from '../events-store.ts';
import { createSealJob } from '../seal-job.ts';
import type { SealLedger } from '../seal-ledger.ts';
import { READERS_MS } from '../seal-tidying.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './event-oracle.ts';
import { makeStoredEvent } from './make-stored-event.ts';

export type StoreUnderTest = { readonly events: EventsStore; readonly ledger: SealLedger };

const all = { kind: 'all' } as const;
const START_MS = Date.UTC(2026, 3, 6);

const SCOPED = `SELECT
  (SELECT toUInt32(count()) FROM events FINAL) AS events,
  (SELECT toUInt32(count()) FROM (SELECT 1 FROM events FINAL UNION ALL SELECT 1 FROM events FINAL)) AS twice,
  (SELECT toUInt32(count()) FROM events_by_campaign FINAL) AS copies,
  (SELECT toUInt32(sum(views + clicks + burns)) FROM sealed_day) AS sealed_days,
  (SELECT toUInt32(sum(views + clicks + burns)) FROM device_total) AS totals,
  (SELECT toUInt32(sum(events)) FROM sealed_invalid) AS invalid,
  (SELECT toUInt32(count()) FROM device_recent) AS recent`;

/** Runs the tests that every driver must pass, in the order of a store's life. */
export function describeEventsStore(store: () => StoreUnderTest): void {
  const sent: StoredEvent[] = [];

  test('returns a row as it was stored, with every digit and byte', async () => {
    const rows = [
      makeStoredEvent({
        eventId: 18446744073709551615n,
        viewId: 9007199254740993n,
        cryptic: `tab\t back\\slash 'quote' "é" 😀`,
        ip: '2001:db8::',
        energyMetered: true,
        timestampMs: START_MS + 7,
        sentId: 'ffffffff-ffff-4fff-bfff-fffffffffffe',
      }),
      makeStoredEvent({
        eventId: 7n,
        kind: 'burn',
        fingerprint: '0a090d5c000000000000000000000a5c',
        timestampMs: START_MS,
      }),
    ];
    await store().events.insert(rows);
    sent.push(...rows);
    const sql = `SELECT *, lower(hex(fingerprint)) AS fingerprint FROM events FINAL ORDER BY ts DESC`;
    expect(await store().events.query({ sql, scope: all })).toMatchObject([
      {
        event_id: '18446744073709551615',
        sent_id: 'ffffffff-ffff-4fff-bfff-fffffffffffe',
        view_id: '9007199254740993',
        cryptic: `tab\t back\\slash 'quote' "é" 😀`,
        ip: '2001:db8::',
        ts: '2026-04-06 00:00:00.007',
        local_day: '2026-04-06',
        amount_micros: '5000',
        energy_metered: true,
        fingerprint: '000102030405060708090a0b0c0d5cff',
      },
      { event_id: '7', kind: 'burn', ip: '::ffff:203.0.113.0', fingerprint: '0a090d5c000000000000000000000a5c' },
    ]);
  });

  test('treats bound values as values, regardless of their content', async () => {
    const text = `x'; DROP TABLE events; -- \\ \t \n "é" 😀`;
    const params = { text, big: 18446744073709551615n, list: [1, 2, 3], words: [`it's`, 'b\\'], yes: true };
    const sql = `SELECT {text:String} AS text, {big:UInt64} AS big, {list:Array(UInt32)} AS list, {words:Array(String)} AS words, {yes:Bool} AS yes`;
    const [row] = await store().events.query({ sql, params, scope: all });
    expect(row).toEqual({ ...params, big: '18446744073709551615' });
  });

  test('the same rows in another batch and order change nothing', async () => {
    const random = createRandom(7);
    const fresh = [...Array(500).keys()].map((id) => randomEvent(random, id + 100, START_MS, START_MS + 12 * DAY_MS));
    sent.push(...fresh);
    await store().events.insert(fresh);
    await store().events.insert([...fresh].reverse().slice(100, 300));
    expect(await readByOutlet(store().events, 'device_total')).toEqual(sumByOutlet(sent));
  });

  test('finds stored ids with their events, at any time, and no new ids', async () => {
    const known = sent.slice(50, 60);
    const others = [424_242n, 18446744073709551614n].map((eventId) => ({
      eventId,
      outletKey: known[0]?.outletKey ?? 0,
    }));
    const found = await store().events.findEvents([...known, ...others]);
    const expected = known.map(
      ({
        eventId,
        customerKey,
        outletKey,
        advertiserKey,
        timestampMs,
        kind,
        flightKey,
        viewId,
        invalid,
        ...sentRow
      }) => {
        const whose = { customerKey, outletKey, advertiserKey };
        const cryptic = kind === 'view' ? sentRow.cryptic : '';
        return { eventId, ...whose, timestampMs, kind, flightKey, viewId, invalid, cryptic };
      },
    );
    expect(found).toHaveLength(known.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  test('sealing moves figures into rollups without changing them, and late rows follow', async () => {
    const { events, ledger } = store();
    let nowMs = START_MS + 10 * DAY_MS;
    const job = createSealJob(events, ledger, () => nowMs);
    expect((await job.runNow()).seal).toMatchObject({ watermark: '2026-04-13' });
    const late = randomEvent(createRandom(9), 9_999, START_MS, START_MS + DAY_MS);
    await events.insert([late]);
    sent.push(late);
    nowMs += MINUTE_MS;
    expect((await job.runNow()).weeks).toEqual(['2026-04-06']);
    for (const rollup of ['device_total', 'sealed_day'] as const) {
      expect(await readByOutlet(events, rollup)).toEqual(sumByOutlet(sent));
    }
    // After the longest possible read, the generation that concurrent readers may still have used is gone.
    nowMs += READERS_MS + 1;
    await job.runNow();
    const { generation, weeks } = await events.seal();
    const sql =
      'SELECT DISTINCT gen FROM device_total UNION ALL SELECT DISTINCT gen FROM device_recent UNION ALL SELECT DISTINCT seal FROM sealed_day';
    const numbers = [generation, generation, ...[...weeks.values()].map(({ number }) => number)];
    const left = await events.query<{ gen: number }>({ sql, scope: all });
    expect(left.map(({ gen }) => gen).sort()).toEqual(numbers.sort());
  });

  test('every event keeps the id that its outlet sent, through repeats and sealing', async () => {
    const sql = 'SELECT toString(event_id) AS id, toString(sent_id) AS sentId FROM events FINAL';
    const stored = await store().events.query<{ id: string; sentId: string }>({ sql, scope: all });
    const known = new Map(stored.map(({ id, sentId }) => [id, sentId === NO_UUID ? '' : sentId]));
    expect(known).toEqual(new Map(sent.map(({ eventId, sentId }) => [String(eventId), sentId])));
  });

  test('a query without WHERE shows an owner only its own rows, in every table', async () => {
    const own = sent.filter(({ customerKey }) => customerKey === 3);
    const scope = { kind: 'owner', customerId: 'three', customerKey: 3 } as const;
    const [counts] = await store().events.query<Record<string, number>>({ sql: SCOPED, scope });
    expect(counts).toMatchObject({ events: own.length, twice: 2 * own.length, copies: own.length });
    const sealed = own.filter(({ timestampMs }) => timestampMs < START_MS + 7 * DAY_MS);
    expect(counts?.totals).toBe(sealed.filter(({ invalid }) => invalid === null).length);
    expect(counts?.invalid).toBe(sealed.filter(({ invalid }) => invalid !== null).length);
  });

  test('a query without WHERE shows an advertiser only its own events, and no rollup', async () => {
    const own = sent.filter(({ advertiserKey }) => advertiserKey === 2).length;
    const scope = { kind: 'advertiser', customerId: 'two', customerKey: 2 } as const;
    const [counts] = await store().events.query({ sql: SCOPED, scope });
    // Invalid events keep their advertiser, even in sealed rows.
    const rollups = { sealed_days: 0, totals: 0, recent: 0, invalid: expect.any(Number) };
    expect(counts).toEqual({ events: own, twice: 2 * own, copies: own, ...rollups });
  });

  test('a read cannot write, run several statements or lift its own limits', async () => {
    const attempts = [
      'DROP TABLE events',
      'SELECT 1; DROP TABLE events',
      `INSERT INTO events (customer_id) VALUES (1)`,
      'ALTER TABLE events DELETE WHERE 1',
      'SELECT 1 SETTINGS readonly = 0',
    ];
    for (const sql of attempts) {
      await expect(store().events.query({ sql, scope: all }), sql).rejects.toThrow(EventsUnavailableError);
    }
    expect(await readByOutlet(store().events, 'device_total')).toEqual(sumByOutlet(sent));
  });

  test('an answer above its limits fails as a whole, and the next one is right', async () => {
    const read = { sql: 'SELECT number FROM numbers(100000)', scope: all };
    await expect(store().events.query({ ...read, limits: { rows: 1000 } })).rejects.toThrow(EventsUnavailableError);
    const slow = { sql: 'SELECT count() FROM numbers(100000000000)', scope: all, limits: { seconds: 0.2 } };
    await expect(store().events.query(slow)).rejects.toMatchObject({ retryable: true });
    expect(await store().events.query({ sql: 'SELECT 42 AS n', scope: all })).toEqual([{ n: 42 }]);
  });

  test('streams a large answer row by row', async () => {
    let rows = 0;
    const read = { sql: 'SELECT number FROM numbers(150000)', scope: all, limits: { rows: 200_000, seconds: 60 } };
    for await (const { number } of store().events.stream<{ number: string }>(read)) {
      if (number !== String(rows)) throw new Error(`row ${rows} is ${number}`);
      rows += 1;
    }
    expect(rows).toBe(150_000);
  });

  test.each([65_409, 100_000, 130_818])('a stream whose reader pauses at row %s is complete, or fails', async (row) => {
    const rows = 150_000;
    const limits = { rows: 200_000, seconds: 0.4 };
    let count = 0;
    const readAll = async () => {
      for await (const _row of store().events.stream({
        sql: `SELECT number FROM numbers(${rows})`,
        scope: all,
        limits,
      })) {
        count += 1;
        // Longer than the time limit.
        if (count === row) await pause(700);
      }
    };
    const error = await readAll().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null) expect(count).toBe(rows);
    else expect(error).toMatchObject({ retryable: true });
  });

  test('an erased fingerprint is gone, and totals stay', async () => {
    const { fingerprint } = sent[0] ?? makeStoredEvent();
    await eraseVisitors(store().events, { fingerprint });
    const sql = 'SELECT toUInt32(count()) AS left FROM events WHERE lower(hex(fingerprint)) = {fingerprint:String}';
    expect(await store().events.query({ sql, params: { fingerprint }, scope: all })).toEqual([{ left: 0 }]);
    expect(await readByOutlet(store().events, 'device_total')).toEqual(sumByOutlet(sent));
  });

  test('a ready store reports that it is ready', async () => expect(await store().events.isReady()).toBe(true));
}
