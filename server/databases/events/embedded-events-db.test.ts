import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

const scope = { kind: 'all' } as const;

test('a row comes back as it was stored', async () => {
  await store.events.insert([
    makeStoredEvent({
      eventId: 18446744073709551615n,
      viewId: 9007199254740993n,
      cryptic: 'tab\t\\n "é" 😀',
      ip: '2001:db8::',
      energyMetered: true,
    }),
    makeStoredEvent({
      eventId: 7n,
      kind: 'burn',
      ip: '203.0.113.0',
      fingerprint: '0a090d5c000000000000000000000a5c',
      timestampMs: Date.UTC(2026, 10, 20) + 7,
    }),
  ]);
  const rows = await store.events.query({
    sql: `SELECT *, lower(hex(fingerprint)) AS fingerprint FROM events FINAL ORDER BY ts DESC`,
    scope,
  });
  expect(rows).toMatchObject([
    {
      event_id: '18446744073709551615',
      view_id: '9007199254740993',
      cryptic: 'tab\t\\n "é" 😀',
      ip: '2001:db8::',
      ts: '2026-11-20 12:00:00.000',
      energy_metered: true,
      fingerprint: '000102030405060708090a0b0c0d5cff',
    },
    {
      event_id: '7',
      kind: 'burn',
      ip: '::ffff:203.0.113.0',
      ts: '2026-11-20 00:00:00.007',
      fingerprint: '0a090d5c000000000000000000000a5c',
    },
  ]);
});
