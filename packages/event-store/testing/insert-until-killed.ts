import { appendFileSync } from 'node:fs';
import { DAY_MS } from '#domain/durations.ts';
import { openEvents } from '../open-events.ts';
import { createRandom, randomEvent } from './event-oracle.ts';
import { createMemorySealLedger } from './memory-seal-ledger.ts';

/**
 * A program that the test kills. In a loop, it inserts a batch, records the acknowledged batch, and writes a dot. Its
 * events are `randomEvent(createRandom(id), id, …)`, so the test can recreate an event from its ID.
 */
const [dataDir = '', acknowledged = '', firstId = '1'] = process.argv.slice(2);
const CRASH_START_MS = Date.UTC(2026, 10, 2);
const events = await openEvents({ dataDir }, createMemorySealLedger(), () => CRASH_START_MS + 15 * DAY_MS);
const sizes = createRandom(Number(firstId));
let id = Number(firstId);
for (;;) {
  const size = 1 + Math.floor(sizes() ** 3 * 2_000);
  const batch = [...Array(size).keys()].map((at) => crashEvent(id + at));
  await events.insert(batch);
  appendFileSync(acknowledged, `${id} ${size}\n`);
  process.stdout.write('.');
  id += size;
}

function crashEvent(number: number) {
  return randomEvent(createRandom(number), number, CRASH_START_MS, CRASH_START_MS + 16 * DAY_MS);
}
