// Played by `npm run test:full` alone.
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { openEmbeddedEvents } from './embedded-events-db.ts';
import type { EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { readForJob } from './maintenance-reads.ts';
import { createRandom, randomEvent } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const FROM = Date.UTC(2026, 5, 15);

/**
 * Opens a store whose tables have one part each, merged from several. Also returns the log lines that the store
 * reports.
 */
async function openStore(batches: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-reload-'));
  folders.push(dataDir);
  const told: string[] = [];
  const ledger = createMemorySealLedger();
  const events = await openEmbeddedEvents({ dataDir }, ledger, Date.now, (line) => void told.push(line));
  const random = createRandom(3);
  let id = 0;
  const insert = async () => {
    await events.insert([...Array(50).keys()].map(() => randomEvent(random, ++id, FROM, FROM + DAY_MS)));
    // The read flushes the journal to the engine, so that each batch has its own part.
    await countOf(events, 'events');
  };
  for (let batch = 0; batch < batches; batch += 1) await insert();
  if (batches > 1) for (const table of TABLES) await events.engine.command(`OPTIMIZE TABLE ${table} FINAL`);
  told.length = 0;
  return { events, ledger, told, insert };
}

const TABLES = ['events', 'events_by_campaign'] as const;
type Table = (typeof TABLES)[number];
type Sums = { readonly rows: string; readonly micros: string };

const sumsOf = (events: EventsStore, table: Table): Promise<Sums[]> =>
  events.query({
    sql: `SELECT toString(count()) AS rows, toString(sum(amount_micros)) AS micros FROM ${table} FINAL`,
    scope: { kind: 'all' },
  });
const countOf = async (events: EventsStore, table: Table) => Number((await sumsOf(events, table))[0]?.rows);

/** Empties the marks of a part, as happens when a disk fills up while the part is written. */
async function emptyMarks(events: EventsStore, table: Table): Promise<string> {
  const [part] = await readForJob<{ name: string; path: string }>(
    events.engine,
    `SELECT name, path FROM system.parts WHERE table = '${table}' AND active`,
  );
  if (part === undefined) throw new Error('no part');
  truncateSync(join(part.path, 'data.cmrk4'), 0);
  await events.engine.command('SYSTEM DROP MARK CACHE');
  return part.name;
}

test.each(TABLES)('the first query repairs a merged part of %s without its marks', async (table) => {
  const { events, ledger, told, insert } = await openStore(4);
  const before = await sumsOf(events, table);
  const part = await emptyMarks(events, table);
  expect(await Promise.all([sumsOf(events, table), sumsOf(events, table), insert()])).toHaveLength(3);
  expect(told).toEqual([expect.stringContaining(`${table} ${part}`)]);
  expect(await countOf(events, 'events')).toBe(250);
  expect(await countOf(events, 'events_by_campaign')).toBe(250);
  expect(Number(before[0]?.rows)).toBe(200);
  // Nothing is lost, and no loss is reported.
  expect(await noteBrokenParts(events.engine, ledger, Date.now())).toEqual([]);
  await events.close();
});

test('a damaged part that was not merged from others stays, and each query reports it', async () => {
  const { events, told } = await openStore(1);
  await emptyMarks(events, 'events');
  for (let turn = 0; turn < 2; turn += 1)
    await expect(sumsOf(events, 'events')).rejects.toThrow('The events store could not answer.');
  expect(told).toEqual([]);
  await events.close();
});
