import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { StoredEvent } from './events-db.ts';
import { readForJob } from './maintenance-reads.ts';
import { createSealJob } from './seal-job.ts';
import type { SealLedger } from './seal-ledger.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

/* Several processes seal, and the clock of one of them is wrong. */

const START_MS = Date.UTC(2026, 5, 1);
const random = createRandom(4);
let nowMs = START_MS;
let lastId = 0;
let store: TestEvents;
let ledger = createMemorySealLedger();
const delegate = new Proxy({} as SealLedger, { get: (_, name: keyof SealLedger) => ledger[name] });
beforeAll(async () => {
  store = await openTestEvents(delegate, () => nowMs);
});
afterAll(() => store.close());
beforeEach(async () => {
  ledger = createMemorySealLedger();
  nowMs = START_MS + 20 * DAY_MS;
  for (const table of ['events', 'events_by_campaign', 'sealed_day', 'device_total', 'device_recent'])
    await store.events.engine.command(`TRUNCATE TABLE ${table}`);
});

const someEvents = (count: number, fromMs: number, toMs: number): StoredEvent[] =>
  [...Array(count).keys()].map(() => randomEvent(random, ++lastId, fromMs, toMs));
const time = async () => nowMs;

test('a clock that is days ahead of the others seals no day that still receives unmarked events', async () => {
  // Now is a Wednesday: Sunday is open.
  nowMs = START_MS + 23 * DAY_MS;
  const rows = someEvents(300, START_MS, nowMs - 5 * DAY_MS);
  await store.events.insert(rows);
  await createSealJob(store.events, delegate, () => nowMs, { time }).runNow();
  const young = someEvents(20, nowMs - 3 * DAY_MS, nowMs - 2 * DAY_MS);
  let numbers = 0;
  const meanwhile = new Proxy(delegate, {
    get: (target, name: keyof SealLedger) =>
      name !== 'nextNumber'
        ? target[name]
        : async () => {
            numbers += 1;
            // The weeks have been summed. The process that stores these rows considers their days open.
            if (numbers === 3) await store.events.insert(young);
            return target.nextNumber();
          },
  });
  await createSealJob(store.events, meanwhile, () => nowMs + 2 * DAY_MS, { time }).runNow();
  if (numbers < 3) await store.events.insert(young);
  nowMs += 10 * DAY_MS;
  await createSealJob(store.events, delegate, () => nowMs, { time }).runNow();
  for (const rollup of ['device_total', 'sealed_day'] as const)
    expect(await readByOutlet(store.events, rollup), rollup).toEqual(sumByOutlet([...rows, ...young]));
});

test("seals that readers may still use follow the shared clock, regardless of the sealing process's clock", async () => {
  const rows = someEvents(100, START_MS, START_MS + 2 * DAY_MS);
  await store.events.insert(rows);
  const generations = async () =>
    (await readForJob<{ gen: number }>(store.events.engine, 'SELECT DISTINCT gen FROM device_total')).length;
  const [right, ahead] = [0, 10 * MINUTE_MS].map((aheadMs) =>
    createSealJob(store.events, delegate, () => nowMs + aheadMs, { time }),
  );
  await right?.runNow();
  nowMs += DAY_MS;
  await right?.runNow();
  await ahead?.runNow();
  expect(await generations()).toBe(2);
});
