import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { readConfig } from '../config/config.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../databases/accounts/open-accounts.ts';
import { createBackupJob } from './backup-job.ts';
import { BACKUP_KEY, manifestOf } from './testing/run-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-backup-job-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a job that is restarted before its end was recorded finds its backup and makes no other; a second job is rejected', async () => {
  const dataDir = join(root, 'data');
  const accounts = await openAccounts({ dataDir });
  await migrateAccounts(accounts);
  const ledger = createSealLedger(accounts);
  const now = () => Date.UTC(2026, 10, 20);
  const events = await openEvents({ dataDir }, ledger, now);
  const sealJob = createSealJob(events, ledger, now);
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_KEY });
  const work = createBackupJob({ accounts, events, sealJob, config, now });
  const folder = join(root, 'backup');
  const tryAs = (id: string) => work({ id, payload: folder, noted: {}, note: async () => undefined });
  try {
    const end = await tryAs('one');
    expect(end).toMatchObject({ result: { totals: { events: 0 } } });
    const made = await manifestOf(folder);
    const files = readdirSync(folder).sort();
    expect(await tryAs('one')).toEqual(end);
    // Simulates a process that was killed between the last two files that it changes.
    writeFileSync(join(folder, 'unfinished'), 'one');
    expect(await tryAs('one')).toEqual(end);
    expect(await manifestOf(folder)).toEqual(made);
    expect(readdirSync(folder).sort()).toEqual(files);

    const refusal = `${folder} is not empty. Use a new folder. Nothing was written.`;
    await expect(tryAs('another')).rejects.toThrow(refusal);
    writeFileSync(join(folder, 'manifest.json'), '{}');
    await expect(tryAs('one')).rejects.toThrow(refusal);
  } finally {
    await sealJob.close();
    await events.close();
    await accounts.destroy();
  }
});
