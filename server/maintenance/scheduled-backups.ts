import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import type { Settings } from '../config/config.ts';
import { BACK_UP } from '../copies/backup-job.ts';
import { newBackupAddress, removeExpired } from '../copies/backup-shelf.ts';
import { placeName } from '../copies/open-place.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import * as queries from './jobs-queries.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Settings;
  readonly time: () => Promise<number>;
  readonly say: (line: string) => void;
  readonly isStopping: () => boolean;
};

type ByOne = (pattern: string, name: string, work: () => Promise<unknown>) => void;

const LOOK_EVERY_MS = 1_000;

/** Schedules backups to BACKUP_TO, and removes those that exceed BACKUP_KEEP. */
export function startBackups(needs: Needs, byOne: ByOne): void {
  const { backupTo, backupSchedule } = needs.config;
  if (backupTo === null || backupSchedule === null) return;
  byOne(backupSchedule, 'making a backup', () => backUpOnSchedule(needs, placeName(backupTo)));
}

/**
 * Makes a backup as a job, as the command does, so that another process continues it if this one exits. Then removes
 * expired backups.
 */
export async function backUpOnSchedule(needs: Needs, shelf: string): Promise<void> {
  const { accounts, config, time, say } = needs;
  const at = await time();
  const id = newId();
  await queries.insertJob(accounts, { id, kind: BACK_UP, payload: newBackupAddress(shelf, at), requested_at: at });
  for (;;) {
    const job = await queries.findJob(accounts, id);
    if (job === undefined) throw new Error('The backup job was deleted before it ran.');
    if (job.state === 'failed') throw new Error(job.failure ?? 'The backup failed. See the log.');
    if (job.state === 'done') break;
    if (needs.isStopping()) return;
    await pause(LOOK_EVERY_MS, undefined, { ref: false });
  }
  await removeExpired(config, shelf, await readFact(accounts, 'installation'), say);
}
