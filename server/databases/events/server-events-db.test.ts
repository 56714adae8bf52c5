import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventsStore } from './events-store.ts';
import { openEvents } from './open-events.ts';
import { type Bridge, startClickHouseBridge } from './testing/clickhouse-http-bridge.ts';
import { describeEventsStore } from './testing/events-contract.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-bridge-'));
const ledger = createMemorySealLedger();
let bridge: Bridge;
let events: EventsStore;
beforeAll(async () => {
  bridge = await startClickHouseBridge(folder);
  events = await openEvents({ clickhouseUrl: bridge.url }, ledger);
});
afterAll(async () => {
  await events.close();
  await bridge.close();
  rmSync(folder, { recursive: true, force: true });
});

describeEventsStore(() => ({ events, ledger }));

test('thousands of ids are looked up in one question', async () => {
  const ids = [...Array(5_000).keys()].map((n) => 10n ** 18n + BigInt(n));
  expect(await events.findEvents([...ids, 18446744073709551615n])).toMatchObject([{ eventId: 18446744073709551615n }]);
});

test('a failure after the first rows fails the answer, it never only shortens it', async () => {
  const sql = `SELECT number, throwIf(number = 400000, 'boom') AS bad FROM numbers(600000)`;
  const read = { sql, scope: { kind: 'all' }, limits: { rows: 1_000_000 } } as const;
  await expect(events.query(read)).rejects.toThrow('events store');
});

test('a server that does not answer is worth another try', async () => {
  const nobody = openEvents({ clickhouseUrl: 'http://127.0.0.1:9/outlets' }, ledger);
  await expect(nobody).rejects.toMatchObject({ retryable: true, message: 'The events store cannot be reached.' });
});
