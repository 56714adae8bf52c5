// Played by `npm run test:full` alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { askProgram } from '../../server/testing/servers/ask-servers.ts';
import { openEvents } from './open-events.ts';
import { createSealJob } from './seal-job.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { killAtDot } from './testing/kill-at-dot.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const ROUNDS = 8;
const START_MS = Date.UTC(2026, 10, 2);
const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-crash-'));
const acknowledgedFile = join(dataDir, 'acknowledged');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const eventOf = (id: number) => randomEvent(createRandom(id), id, START_MS, START_MS + 16 * DAY_MS);

/**
 * Runs the inserting process until it has acknowledged some batches, then kills the process at a random time during the
 * next batch.
 */
async function insertAndKill(firstId: number, random: () => number): Promise<void> {
  const program = await askProgram('insert-until-killed');
  const child = spawn(process.execPath, [program, dataDir, acknowledgedFile, String(firstId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await killAtDot(child, 2 + Math.floor(random() * 8), random());
  await ended;
}

test('every acknowledged event is stored once after kill -9, also in the copy, and resending unconfirmed events changes nothing', async () => {
  const random = createRandom(99);
  writeFileSync(acknowledgedFile, '');
  for (let round = 0; round < ROUNDS; round += 1) await insertAndKill(1 + round * 1_000_000, random);
  const acknowledged = readFileSync(acknowledgedFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ').map(Number))
    .flatMap(([first = 0, size = 0]) => [...Array(size).keys()].map((at) => first + at));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);

  const nowMs = START_MS + 15 * DAY_MS;
  const ledger = createMemorySealLedger();
  const events = await openEvents({ dataDir }, ledger, () => nowMs);
  const scope = { kind: 'all' } as const;
  const stored = await events.query<{ id: string }>({ sql: 'SELECT event_id AS id FROM events FINAL', scope });
  const copied = await events.query<{ id: string }>({
    sql: 'SELECT event_id AS id FROM events_by_campaign FINAL',
    scope,
  });
  const ids = new Set(stored.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(String(eventOf(id).eventId)))).toEqual([]);
  expect(stored).toHaveLength(ids.size);
  expect(new Set(copied.map(({ id }) => id))).toEqual(ids);

  // An outlet that does not receive the response sends the rows again. Rows that were stored without a response must
  // not count twice.
  const inDoubt = [...Array(ROUNDS).keys()].flatMap((round) => {
    const own = acknowledged.filter((id) => Math.floor(id / 1_000_000) === round);
    const next = Math.max(round * 1_000_000, ...own) + 1;
    return [...Array(2_000).keys()].map((at) => next + at);
  });
  await events.insert([...acknowledged.slice(-500), ...inDoubt].map(eventOf));
  const expected = sumByOutlet([...acknowledged, ...inDoubt].map(eventOf));
  expect(await readByOutlet(events, 'device_total')).toEqual(expected);
  await createSealJob(events, ledger, () => nowMs).runNow();
  expect(await readByOutlet(events, 'device_total')).toEqual(expected);
  expect(await readByOutlet(events, 'sealed_day')).toEqual(expected);
  await events.close();
});
