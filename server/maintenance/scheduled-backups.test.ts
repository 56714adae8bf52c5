// Played by `npm run test:full` alone.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { readConfig } from '../config/config.ts';
import { createBackupJob } from '../copies/backup-job.ts';
import { BACKUP_KEY, manifestOf } from '../copies/testing/run-copy.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../databases/accounts/open-accounts.ts';
import { createJobRunner } from './job-runner.ts';
import { startBackups } from './scheduled-backups.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-scheduled-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('on schedule, stores a backup in BACKUP_TO, removes old ones, and reports failures', async () => {
  const dataDir = join(root, 'data');
  const shelf = join(root, 'shelf');
  const accounts = await openAccounts({ dataDir });
  await migrateAccounts(accounts);
  const ledger = createSealLedger(accounts);
  let nowMs = Date.UTC(2026, 10, 20, 2, 17);
  const now = () => nowMs;
  const time = async () => nowMs;
  const events = await openEvents({ dataDir }, ledger, now);
  const sealJob = createSealJob(events, ledger, now);
  const settings = { DATA_DIR: dataDir, BACKUP_KEY, BACKUP_TO: shelf, BACKUP_KEEP: '2 daily' };
  const config = readConfig(settings);
  const works = { backup: createBackupJob({ accounts, events, sealJob, config, now }) };
  const report = (error: unknown) => expect(error).toBeNull();
  const runner = createJobRunner({ accounts, works, shared: false, now, time, report });
  const begun: [string, string, () => Promise<unknown>][] = [];
  const byOne = (...job: (typeof begun)[number]) => void begun.push(job);
  const said: string[] = [];
  const needs = { accounts, config, time, say: (line: string) => void said.push(line), isStopping: () => false };
  startBackups(needs, byOne);
  startBackups({ ...needs, config: readConfig({ ...settings, BACKUP_TO: '' }) }, byOne);
  startBackups({ ...needs, config: readConfig({ ...settings, BACKUP_SCHEDULE: 'off' }) }, byOne);
  expect(begun.map(([pattern]) => pattern)).toEqual(['17 2 * * *']);
  const looking = setInterval(() => void runner.look(), 50);
  try {
    const backUp = begun[0]?.[2] ?? expect.unreachable();
    for (let day = 20; day < 23; day += 1) {
      nowMs = Date.UTC(2026, 10, day, 2, 17);
      await backUp();
    }
    const left = ['voltboard-20261121T021700Z', 'voltboard-20261122T021700Z'];
    expect(readdirSync(shelf).toSorted()).toEqual(left);
    expect(said).toEqual([`Removed the backup ${shelf}/voltboard-20261120T021700Z (BACKUP_KEEP).`]);
    expect((await manifestOf(join(shelf, left[1] ?? ''))).made).toBe('2026-11-22T02:17:00.000Z');

    nowMs = Date.UTC(2026, 10, 23, 2, 17);
    writeFileSync(join(shelf, 'voltboard-20261123T021700Z'), '');
    await expect(backUp()).rejects.toThrow('is not a folder');
    expect(readdirSync(shelf)).toHaveLength(3);
  } finally {
    clearInterval(looking);
    await runner.close();
    await sealJob.close();
    await events.close();
    await accounts.destroy();
  }
});
