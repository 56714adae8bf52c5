import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { partitionsOf } from './each-shard.ts';
import { createSealJob } from './seal-job.ts';
import { createSealTidying, READERS_MS } from './seal-tidying.ts';
import { createRandom, randomEvent } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let nowMs = Date.UTC(2026, 5, 21);
const ledger = createMemorySealLedger();
let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents(ledger, () => nowMs);
});
afterAll(() => store.close());

test('a number that cannot be dropped blocks no other number, and is retried', async () => {
  const random = createRandom(4);
  const { engine } = store.events;
  await store.events.insert([...Array(50).keys()].map((id) => randomEvent(random, id + 1, nowMs - 9 * DAY_MS, nowMs)));
  const job = createSealJob(store.events, ledger, () => nowMs);
  await job.runNow();
  nowMs += DAY_MS;
  await job.runNow();
  nowMs += READERS_MS + 1;
  const numbers = (table: string) => partitionsOf(engine, table);
  const totals = await numbers('device_total');
  expect([totals.length, (await numbers('device_recent')).length].every((count) => count > 1)).toBe(true);
  const isAway = new Error('a replica is away');
  const shards = engine.shards.map((shard) => ({
    ...shard,
    command: (sql: string) => (sql.includes('device_total') ? Promise.reject(isAway) : shard.command(sql)),
  }));
  await expect(createSealTidying({ ...engine, shards }, ledger, () => nowMs).tidy()).rejects.toBe(isAway);
  const { generation } = await ledger.current();
  expect([await numbers('device_total'), await numbers('device_recent')]).toEqual([totals, [`${generation}`]]);
  await createSealTidying(engine, ledger, () => nowMs).tidy();
  expect(await numbers('device_total')).toEqual([`${generation}`]);
});
