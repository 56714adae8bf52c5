import { expect, test } from 'vitest';
import type { StoredEvent } from './events-db.ts';
import { createEventsStore, type EventsStoreParts } from './events-store.ts';
import { NOTHING_SEALED, type SealLedger } from './seal-ledger.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const row = (timestampMs: number) =>
  ({
    customerKey: 1,
    outletKey: 1,
    timestampMs,
    eventId: 1n,
    kind: 'view',
    localDay: '2026-11-09',
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
  }) as StoredEvent;
const LATE = row(Date.UTC(2026, 10, 10));

/** Creates a store that only records its calls, in order. */
function notingStore(insertEvents: () => Promise<void> = async () => undefined) {
  const done: string[] = [];
  const ledger = {
    current: async () => ({ ...NOTHING_SEALED, generation: 1, watermark: '2026-11-18' }),
    beginInsert: async (weeks: readonly string[]) => {
      done.push(`mark ${weeks}`);
      return weeks.map((week) => ({ week }));
    },
    endInsert: async (_marks: unknown, isKnown: boolean) => void done.push(isKnown ? 'settle' : 'leave open'),
  } as unknown as SealLedger;
  const knownEvents = { remember: () => undefined, confirm: () => undefined };
  const insert = async () => {
    done.push('insert');
    await insertEvents();
  };
  const parts = {
    ledger,
    knownEvents,
    now: () => NOW,
    insertRows: insert,
    engine: {},
  } as unknown as EventsStoreParts;
  return { store: createEventsStore(parts), done };
}

test('marks a late week before its rows are stored, and settles it after', async () => {
  const { store, done } = notingStore();
  await store.insert([LATE]);
  expect(done).toEqual(['mark 2026-11-09', 'insert', 'settle']);
});

test('leaves the mark open if it is unknown whether the rows are stored', async () => {
  const { store, done } = notingStore(() => Promise.reject(new Error('no answer')));
  await expect(store.insert([LATE])).rejects.toThrow('no answer');
  expect(done).toEqual(['mark 2026-11-09', 'insert', 'leave open']);
});

test('rows of unsealed weeks need no mark', async () => {
  const { store, done } = notingStore();
  await store.insert([row(NOW)]);
  expect(done).toEqual(['insert']);
});
