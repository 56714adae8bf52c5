import { expect, test } from 'vitest';
import { EventsUnavailableError, NothingStoredError } from '#event-store/events-db.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import { createInsertBatcher } from './insert-batcher.ts';

const rowsOf = (...ids: number[]): StoredRow[] =>
  ids.map((id) => ({
    customerKey: 1,
    outletKey: 1,
    timestampMs: id,
    eventId: BigInt(id),
    kind: 'view',
    localDay: '2026-11-21',
    advertiserKey: 0,
    campaignKey: 0,
    flightKey: 0,
    amountMicros: 0,
    ownerMicros: 0,
    energyMilliWh: 0,
    energyMetered: false,
    viewId: 0n,
    fingerprint: '0'.repeat(32),
    ip: '::',
    cryptic: '',
    invalid: null,
    withheldMicros: 0,
    withheldOwnerMicros: 0,
    signed: false,
    readingOf: 'none',
    sentId: '',
  }));
const idsOf = (rows: readonly StoredRow[]) => rows.map(({ eventId }) => Number(eventId));

test('returns rows with rejected content and stores the rest', async () => {
  const stored = new Set<number>();
  const told: number[] = [];
  const batcher = createInsertBatcher({
    insert: async (rows) => {
      const ids = idsOf(rows);
      if (ids.includes(7) || ids.includes(42)) throw new EventsUnavailableError('cannot parse', false);
      for (const id of ids) stored.add(id);
    },
    onStored: async (rows) => void told.push(...idsOf(rows)),
    onForgotten: async () => undefined,
  });
  const all = Array.from({ length: 100 }, (_, index) => index);
  const [refused] = await Promise.all([
    batcher.store(rowsOf(...all.slice(0, 50))),
    batcher.store(rowsOf(...all.slice(50))),
  ]);
  expect(refused).toEqual(new Set([7n, 42n]));
  expect([...stored].sort((a, b) => a - b)).toEqual(all.filter((id) => id !== 7 && id !== 42));
  expect(told).toHaveLength(98);
  expect(batcher.unconfirmed.row(1n)).toBeUndefined();
});

test('a store that rejects everything is faulty itself: nothing is acknowledged, and outlets must retry', async () => {
  const batcher = createInsertBatcher({
    insert: () => Promise.reject(new EventsUnavailableError('unknown table', false)),
    onStored: async () => undefined,
    onForgotten: async () => undefined,
  });
  await expect(batcher.store(rowsOf(1))).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 });
  await expect(batcher.store(rowsOf(1, 2, 3))).rejects.toMatchObject({ statusCode: 503 });
});

test('rows that were certainly not stored are not unconfirmed, because another process may have decided otherwise', async () => {
  const batcher = createInsertBatcher({
    insert: () => Promise.reject(new NothingStoredError('the locks are lost')),
    onStored: async () => undefined,
    onForgotten: async () => undefined,
  });
  await expect(batcher.store(rowsOf(1))).rejects.toMatchObject({
    statusCode: 503,
    cause: expect.any(NothingStoredError),
  });
  expect(batcher.unconfirmed.row(1n)).toBeUndefined();
});

test('rows are unconfirmed if some were stored before the locks were lost', async () => {
  let stored = 0;
  const batcher = createInsertBatcher({
    insert: async (rows) => {
      if (idsOf(rows).includes(3)) throw new EventsUnavailableError('cannot parse', false);
      if (stored > 0) throw new NothingStoredError('the locks are lost');
      stored += rows.length;
    },
    onStored: async () => undefined,
    onForgotten: async () => undefined,
  });
  await expect(batcher.store(rowsOf(1, 2, 3, 4))).rejects.not.toMatchObject({ cause: expect.any(NothingStoredError) });
  expect(stored).toBe(2);
  expect(batcher.unconfirmed.row(4n)).toBeDefined();
});

test('rows of a failed insert stay unconfirmed until an insert that contains them succeeds', async () => {
  let isUp = false;
  const inserts: number[][] = [];
  const batcher = createInsertBatcher({
    insert: async (rows) => {
      inserts.push(idsOf(rows));
      if (!isUp) throw new EventsUnavailableError('busy', true);
    },
    onStored: async () => undefined,
    onForgotten: async () => undefined,
  });
  await expect(batcher.store(rowsOf(1, 2))).rejects.toMatchObject({ statusCode: 503 });
  expect(inserts).toEqual([[1, 2]]);
  expect(batcher.unconfirmed.row(2n)?.timestampMs).toBe(2);
  isUp = true;
  await batcher.store(rowsOf(2));
  expect(batcher.unconfirmed.row(2n)).toBeUndefined();
  expect(batcher.unconfirmed.row(1n)).toBeDefined();
});

test('rejects events that refer to a rejected view', async () => {
  const stored: number[] = [];
  const batcher = createInsertBatcher({
    insert: async (rows) => {
      if (idsOf(rows).includes(1)) throw new EventsUnavailableError('cannot parse', false);
      stored.push(...idsOf(rows));
    },
    onStored: async () => undefined,
    onForgotten: async () => undefined,
  });
  const click = rowsOf(3).map((row): StoredRow => ({ ...row, kind: 'click', viewId: 1n }));
  expect(await batcher.store([...rowsOf(1, 2), ...click])).toEqual(new Set([1n, 3n]));
  expect(stored).toEqual([2]);
});
