// Played by `npm run test:full` alone.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createFiguresWatch } from '../../server/notices/watch-figures.ts';
import type { EventsStore } from './events-store.ts';
import { readForJob } from './maintenance-reads.ts';
import { openEvents } from './open-events.ts';
import { createSealJob } from './seal-job.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-broken-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const SEALED_WEEK = Date.UTC(2026, 5, 1);
const OPEN_WEEK = Date.UTC(2026, 5, 15);
const nowMs = OPEN_WEEK + 2 * DAY_MS;
const random = createRandom(3);
let lastId = 0;
const someEvents = (count: number, fromMs: number) =>
  [...Array(count).keys()].map(() => randomEvent(random, ++lastId, fromMs, fromMs + DAY_MS));
const ledger = createMemorySealLedger();
const open = () => openEvents({ dataDir }, ledger, () => Date.now());
const jobOf = (events: EventsStore) => createSealJob(events, ledger, () => nowMs);

type Part = { readonly name: string; readonly path: string; readonly partition: string };
const partsOf = (events: EventsStore) =>
  readForJob<Part>(
    events.engine,
    `SELECT name, path, partition FROM system.parts WHERE table = 'events' AND active ORDER BY name`,
  );

/** Breaks a part in the way that a bad disk or an interrupted copy does. Returns a function that restores the part. */
function breakPart({ path }: Part): () => void {
  const file = join(path, readdirSync(path).find((name) => name.endsWith('.bin')) ?? '');
  const content = readFileSync(file);
  truncateSync(file, Math.floor(content.length / 2));
  const { folder, name } = { folder: join(path, '..'), name: path.split('/').at(-2) ?? '' };
  return () => {
    const aside = join(folder, 'detached', `broken-on-start_${name}`);
    renameSync(aside, path);
    writeFileSync(file, content);
  };
}

/**
 * Flips bytes in the way that a bad disk does, unnoticed until they are read. Returns a function that restores the
 * bytes.
 */
function turnBytes({ path }: Part): () => void {
  const file = join(path, readdirSync(path).find((name) => name.endsWith('.bin')) ?? '');
  const content = readFileSync(file);
  const turned = Buffer.from(content);
  turned.fill(0xa5, content.length >> 1, (content.length >> 1) + 64);
  writeFileSync(file, turned);
  return () => writeFileSync(file, content);
}

test('reports a part with flipped bytes until it can be read again', async () => {
  const own = mkdtempSync(join(tmpdir(), 'voltboard-turned-'));
  const memory = createMemorySealLedger();
  const told = new Map<string, string>();
  const notices = {
    raise: async (kind: string, text: string) => void told.set(kind, text),
    end: async (kind: string) => void told.delete(kind),
  };
  const openOwn = () => openEvents({ dataDir: own }, memory, () => Date.now());
  const look = async (events: EventsStore) => {
    const sealJob = createSealJob(events, memory, () => nowMs);
    await createFiguresWatch({ note: async () => {}, sealJob, notices, warn: () => {} }).look();
  };
  const first = await openOwn();
  await first.insert(someEvents(2_000, SEALED_WEEK));
  await look(first);
  const [part] = await partsOf(first);
  await first.close();
  if (part === undefined) throw new Error('no part');
  const mend = turnBytes(part);

  const second = await openOwn();
  await expect(look(second)).rejects.toThrow('The events store could not answer.');
  expect(told).toEqual(new Map([['events', expect.stringContaining(`the part ${part.name} of the events store`)]]));
  await second.close();

  mend();
  const third = await openOwn();
  await look(third);
  expect(told).toEqual(new Map());
  await third.close();
  rmSync(own, { recursive: true, force: true });
});

test('reports events lost with a broken part until they are accepted or restored, and no sealed sum shrinks', async () => {
  const told = new Map<string, string>();
  const notices = {
    raise: async (kind: string, text: string) => void told.set(kind, text),
    end: async (kind: string) => void told.delete(kind),
  };
  const look = (events: EventsStore) =>
    createFiguresWatch({ note: async () => {}, sealJob: jobOf(events), notices, warn: () => {} }).look();
  const batches = [someEvents(60, SEALED_WEEK), someEvents(50, SEALED_WEEK), someEvents(40, SEALED_WEEK + 7 * DAY_MS)];
  batches.push(someEvents(30, SEALED_WEEK + 7 * DAY_MS), someEvents(20, OPEN_WEEK), someEvents(10, OPEN_WEEK));
  const rows = batches.flat();
  const first = await open();
  await first.engine.command('SYSTEM STOP MERGES events');
  for (const batch of batches) {
    await first.insert(batch);
    // The read flushes the journal to the engine, so that each batch has its own parts.
    await partsOf(first);
  }
  await jobOf(first).runNow();
  await first.engine.command('SYSTEM START MERGES events');
  await first.engine.command(`OPTIMIZE TABLE events PARTITION '2026-06-08' FINAL`);
  await look(first);
  expect(told).toEqual(new Map());
  const parts = await partsOf(first);
  await first.close();
  expect(parts.map(({ partition }) => partition)).toEqual([
    ...['2026-06-01', '2026-06-01', '2026-06-08', '2026-06-15', '2026-06-15'],
  ]);
  // Also break the merged week: its source parts are still on disk and replace it.
  const mend = [0, 2, 3].map((at) => breakPart(parts[at] ?? { name: '', path: '', partition: '' }));

  const second = await open();
  expect((await ledger.losses()).map(({ week, missing, sealed }) => [week, missing, sealed === null])).toEqual([
    ['2026-06-01', 60, false],
    ['2026-06-15', 20, true],
  ]);
  await look(second);
  expect([...told.keys()]).toEqual(['events']);
  expect(told.get('events')).toMatch(
    /about 60 events of the week of 2026-06-01, about 20 events of the week of 2026-06-15/,
  );
  const standing = [...rows.slice(0, 180), ...rows.slice(200)];
  expect(await readByOutlet(second, 'sealed_day')).toEqual(sumByOutlet(standing));
  expect(await readByOutlet(second, 'device_total')).toEqual(sumByOutlet(standing));
  await second.close();

  const third = await open();
  expect((await ledger.losses()).map(({ missing }) => missing)).toEqual([60, 20]);
  await ledger.acceptLosses(1);
  await look(third);
  expect(told).toEqual(new Map());
  expect(await readByOutlet(third, 'sealed_day')).toEqual(sumByOutlet(standing));
  await third.close();

  mend[0]?.();
  mend[2]?.();
  const fourth = await open();
  await look(fourth);
  expect(await ledger.losses()).toEqual([]);
  expect(await readByOutlet(fourth, 'sealed_day')).toEqual(sumByOutlet(rows));
  expect(await readByOutlet(fourth, 'device_total')).toEqual(sumByOutlet(rows));

  // Repeat this with a week that has only its sums.
  await jobOf(fourth).archiveNow('2026-06-08');
  const number = (await ledger.current()).archive.weeks.get('2026-06-01')?.number;
  await fourth.engine.command(`ALTER TABLE archived_quarter DETACH PARTITION ${number}`);
  const [sums] = await readForJob<{ path: string }>(
    fourth.engine,
    `SELECT path FROM system.detached_parts WHERE table = 'archived_quarter'`,
  );
  const path = (sums?.path ?? '').replace(/\/$/, '');
  renameSync(path, join(dirname(path), `broken-on-start_${basename(path)}`));
  expect((await jobOf(fourth).runNow()).lost).toEqual(['2026-06-01']);
  expect(await ledger.losses()).toMatchObject([{ expected: 110, missing: 110 }]);
  await fourth.close();
});
