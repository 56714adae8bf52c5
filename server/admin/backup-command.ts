import { resolve } from 'node:path';
import { backUpHere } from '../copies/back-up-here.ts';
import { BACK_UP, type BackedUp, type BackupProgress } from '../copies/backup-job.ts';
import { lockUnlessInUse } from '../databases/data-folder-lock.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { sumsLine } from './sums-line.ts';
import { telling } from './telling.ts';

/** By the server that runs, where the events are in its process; else here. */
export async function backupCommand(context: AdminContext, path: string): Promise<void> {
  const folder = resolve(path);
  const { totals, kept } = await backUpByWhom(context, folder);
  context.print(`Backed up into ${folder}: ${sumsLine(totals)}.`);
  if (!kept.includes('session-secret')) context.print('SESSION_SECRET is not part of it: keep it beside the backup.');
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
