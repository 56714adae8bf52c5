// Played by `npm run test:full` alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createRandom, randomEvent } from '#event-store/testing/event-oracle.ts';
import { readConfig } from '../config/config.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { createJobRunner } from '../maintenance/job-runner.ts';
import { eventually } from '../testing/eventually.ts';
import { BACK_UP, createBackupJob } from './backup-job.ts';
import { FILLED_LOSS } from './testing/fill-every-table.ts';
import { MADE_AT, makeInstallation } from './testing/make-installation.ts';
import { admin, BACKUP_KEY, manifestOf } from './testing/run-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-backup-running-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);

/** Simulates a server: the folder is locked, the stores are open, jobs run, and events arrive until `work` is done. */
async function whileRunning(dataDir: string, work: (insertedSoFar: () => number) => Promise<void>): Promise<void> {
  const unlock = lockDataFolder(dataDir);
  const accounts = await openAccounts({ dataDir });
  const ledger = createSealLedger(accounts);
  const now = () => MADE_AT;
  const events = await openEvents({ dataDir }, ledger, now);
  const sealJob = createSealJob(events, ledger, now);
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_KEY });
  const works = { [BACK_UP]: createBackupJob({ accounts, events, sealJob, config, now }) };
  const runner = createJobRunner({ accounts, works, shared: false, now, report: (error) => expect(error).toBeNull() });
  let isOver = false;
  let inserted = 0;
  let nextSeal = 200;
  const random = createRandom(3);
  const background = (async () => {
    while (!isOver) {
      const ids = [...Array(20).keys()].map((id) => 100_000 + inserted + id);
      const since = (id: number) => MADE_AT - (id % 20 === 0 ? 20 : 1) * DAY_MS;
      await events.insert(ids.map((id) => randomEvent(random, id, since(id), MADE_AT)));
      inserted += ids.length;
      void runner.look();
      // Backups do not overlap: a second backup waits for the first.
      if (inserted >= nextSeal) {
        nextSeal = Number.POSITIVE_INFINITY;
        const ended = () => {
          nextSeal = inserted + 1_000;
        };
        sealJob.runNow().then(ended, ended);
      }
    }
  })();
  try {
    await work(() => inserted);
  } finally {
    isOver = true;
    await background;
    await runner.close();
    await sealJob.close();
    await events.close();
    await accounts.destroy();
    unlock();
  }
}

test('a running server makes a backup while it stores and seals, with everything it acknowledged before', async () => {
  const original = { DATA_DIR: at('original') };
  await makeInstallation(original.DATA_DIR);
  let before = 0;
  let after = 0;
  await whileRunning(original.DATA_DIR, async (inserted) => {
    await eventually(() => expect(inserted()).toBeGreaterThanOrEqual(100));
    before = inserted();
    const made = await admin(original, 'backup', at('backup'));
    after = inserted();
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toContain('The running server makes the backup');
    expect(made.out).toContain('Backed up to');
    const refused = await admin(original, 'backup', at('backup'));
    expect(refused).toMatchObject({
      code: 1,
      err: `${at('backup')} is not empty. Use a new folder. Nothing was written.\n`,
    });
  });
  const { totals } = await manifestOf(at('backup'));
  expect(totals.events).toBeGreaterThanOrEqual(3_001 + before);
  expect(totals.events).toBeLessThanOrEqual(3_001 + after + 20);

  // Despite concurrent inserts, sums of raw rows, seals and totals agree in the restored copy, and late weeks stay
  // marked as late.
  const restored = { DATA_DIR: at('restored') };
  expect(await admin(restored, 'restore', at('backup'))).toMatchObject({ code: 0, err: '' });
  const accounts = await openAccounts({ dataDir: restored.DATA_DIR });
  const ledger = createSealLedger(accounts);
  const events = await openEvents({ dataDir: restored.DATA_DIR }, ledger, () => MADE_AT);
  const comparison = await createSealJob(events, ledger, () => MADE_AT).compareNow();
  expect(comparison).toMatchObject({
    repairedWeeks: [],
    hasRepairedTotals: false,
    repairedDays: [],
    losses: [FILLED_LOSS],
  });
  await events.close();
  await accounts.destroy();
});
