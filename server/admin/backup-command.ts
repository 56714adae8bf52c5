import { backUpHere } from '../copies/back-up-here.ts';
import { BACK_UP, type BackedUp, type BackupProgress } from '../copies/backup-job.ts';
import { newBackupAddress, removeExpired } from '../copies/backup-shelf.ts';
import { placeName } from '../copies/open-place.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { lockUnlessInUse } from '../databases/data-folder-lock.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { sumsLine } from './sums-line.ts';
import { telling } from './telling.ts';

/**
 * Runs in the server process if that process holds the events; else here. Without an address, it works like the
 * scheduled backup.
 */
export async function backupCommand(context: AdminContext, address?: string): Promise<void> {
  if (address !== undefined) return backUpTo(context, placeName(address));
  const { config, accounts, now, print } = context;
  if (config.backupTo === null) throw new AdminError('Name a folder or s3://bucket/prefix, or set BACKUP_TO.');
  const shelf = placeName(config.backupTo);
  await backUpTo(context, newBackupAddress(shelf, now()));
  await removeExpired(config, shelf, await readFact(accounts, 'installation'), print);
}

async function backUpTo(context: AdminContext, folder: string): Promise<void> {
  const { totals, kept, audit } = await backUpByWhom(context, folder);
  const { print, config } = context;
  print(`Backed up into ${folder}: ${sumsLine(totals)}.`);
  if (audit !== undefined)
    print(
      `Audit log: entry ${audit.seq}, hash ${audit.hash}. Note it elsewhere; restore --audit-head ${audit.hash} proves that it is this backup.`,
    );
  if (kept.includes('session-secret')) print('It opens with BACKUP_KEY only: keep the key somewhere else.');
  else if (config.backupKey !== null)
    print('It opens with BACKUP_KEY only, and SESSION_SECRET is not part of it: keep both somewhere else.');
  else
    print(
      `It opens with the session secret only (${config.hasOwnSecret ? 'SESSION_SECRET' : `the file session-secret in ${config.dataDir}`}), which is not part of it: keep a copy somewhere else. Without it nothing can be restored.`,
    );
}

async function backUpByWhom(context: AdminContext, folder: string): Promise<BackedUp> {
  const { config, print } = context;
  if (config.clickhouseUrl !== null) return backUpHere(context, folder, print);
  const unlock = lockUnlessInUse(config.dataDir);
  if (unlock === null) return askServer(context, folder);
  try {
    return await backUpHere(context, folder, print);
  } finally {
    unlock();
  }
}

async function askServer(context: AdminContext, folder: string): Promise<BackedUp> {
  const { print } = context;
  print('The server that runs makes the backup; events go on coming in.');
  const onNote = ({ progress }: BackupProgress) => {
    if (progress !== undefined) print(progress);
  };
  const outcome = await askForJob({ ...context, ...telling(print), onNote }, { kind: BACK_UP, payload: folder });
  if ('failure' in outcome) throw new AdminError(outcome.failure);
  return outcome.result as BackedUp;
}
