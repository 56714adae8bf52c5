// Played by `npm run test:full` alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealLedger } from '../../server/databases/accounts/create-seal-ledger.ts';
import { openMigrated } from '../../server/databases/accounts/testing/open-engines.ts';
import { askProgram } from '../../server/testing/servers/ask-servers.ts';
import type { StoredEvent } from './events-db.ts';
import type { EventsStore } from './events-store.ts';
import { openEvents } from './open-events.ts';
import { createSealJob, type SealJob } from './seal-job.ts';
import { READERS_MS } from './seal-tidying.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from './testing/event-oracle.ts';
import { killAtDot } from './testing/kill-at-dot.ts';

const START_MS = Date.UTC(2026, 5, 1);
/** Approximate number of statements in a run that reseals one week: drops, writes and the publication. */
const STEPS = 11;
/** The number of the statement before which each round is killed. 0 means at any time. */
const KILLS = [...Array.from({ length: STEPS }, (_, at) => at + 1), 0, 0, 0, 0];
const BATCHES_A_ROUND = 1_000;
const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-seal-crash-'));
const acknowledged = join(dataDir, 'acknowledged');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const lateEvents = (batch: number): StoredEvent[] =>
  [...Array(20).keys()].map((at) => {
    const id = batch * 20 + at;
    return randomEvent(createRandom(id), id, START_MS, START_MS + 7 * DAY_MS);
  });

/**
 * Runs the sealing process until it kills itself before a statement, or kills the process at any time during its work.
 */
async function sealAndKill(round: number, lastStep: number, nowMs: number, random: () => number): Promise<void> {
  const program = await askProgram('seal-until-killed');
  const args = [dataDir, acknowledged, round * BATCHES_A_ROUND, lastStep, nowMs].map(String);
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  if (lastStep === 0) {
    await killAtDot(child, 1 + Math.floor(random() * 2 * STEPS), random());
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Opens both stores in the same way as the next start. */
async function startAgain(nowMs: number, work: (events: EventsStore, job: SealJob) => Promise<void>): Promise<void> {
  const accounts = await openMigrated(dataDir);
  const ledger = createSealLedger(accounts);
  const events = await openEvents({ dataDir }, ledger, () => nowMs);
  try {
    await work(
      events,
      createSealJob(events, ledger, () => nowMs),
    );
    expect(await ledger.markedWeeks()).toEqual([]);
  } finally {
    await events.close();
    await accounts.destroy();
  }
}

test('a seal that is killed at any statement or instant has the sums of an uninterrupted one after the next start', async () => {
  const random = createRandom(11);
  let nowMs = START_MS + 20 * DAY_MS;
  const sent = new Map<bigint, StoredEvent>();
  const send = async (events: EventsStore, rows: readonly StoredEvent[]) => {
    for (const row of rows) sent.set(row.eventId, row);
    await events.insert(rows);
  };
  writeFileSync(acknowledged, '');
  await startAgain(nowMs, async (events, job) => {
    await send(
      events,
      [...Array(2_000).keys()].map((id) => randomEvent(random, 1e9 + id, START_MS, nowMs)),
    );
    await job.runNow();
  });

  for (const [round, lastStep] of KILLS.entries()) {
    // Each round is later than the previous one by more time than readers may take, so that it drops the leftovers of
    // the previous round.
    nowMs += READERS_MS + MINUTE_MS;
    await sealAndKill(round, lastStep, nowMs, random);
    const batches = readFileSync(acknowledged, 'utf8').split('\n').filter(Boolean).map(Number);
    const own = batches.filter((batch) => batch >= round * BATCHES_A_ROUND);
    for (const row of own.flatMap(lateEvents)) sent.set(row.eventId, row);
    await startAgain(nowMs, async (events, job) => {
      const nothing = { repairedWeeks: [], hasRepairedTotals: false, repairedDays: [], losses: [] };
      // An outlet that does not receive the response sends the events again.
      await send(events, lateEvents(Math.max(round * BATCHES_A_ROUND - 1, ...own) + 1));
      expect(await job.compareNow(), `round ${round}`).toMatchObject(nothing);
      for (const rollup of ['device_total', 'sealed_day'] as const) {
        expect(await readByOutlet(events, rollup), `${rollup} after round ${round}`).toEqual(
          sumByOutlet(sent.values()),
        );
      }
    });
  }
});
