import type { StoredEvent } from '../events-db.ts';

/** Returns a row as ingestion would store it, for tests of the events store alone. */
export const makeStoredEvent = (over: Partial<StoredEvent> = {}): StoredEvent => ({
  customerKey: 1,
  outletKey: 1,
  timestampMs: Date.UTC(2026, 10, 20, 12),
  eventId: 1n,
  kind: 'view',
  localDay: new Date(over.timestampMs ?? Date.UTC(2026, 10, 20, 12)).toISOString().slice(0, 10),
  advertiserKey: 10,
  campaignKey: 100,
  flightKey: 1000,
  amountMicros: 5000,
  ownerMicros: 1500,
  energyMilliWh: 25_000,
  energyMetered: false,
  viewId: 0n,
  fingerprint: '000102030405060708090a0b0c0d5cff',
  ip: '203.0.113.0',
  cryptic: 'c1a2b3c4',
  invalid: null,
  withheldMicros: 0,
  withheldOwnerMicros: 0,
  signed: false,
  readingOf: 'none',
  sentId: '',
  ...over,
});
