import { resolve } from 'node:path';
import { backUpHere } from '../copies/back-up-here.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import type { AdminContext } from './admin-context.ts';
import { sumsLine } from './sums-line.ts';

export async function backupCommand(context: AdminContext, path: string): Promise<void> {
  const { config, print } = context;
  const folder = resolve(path);
  const unlock = config.clickhouseUrl === null ? lockDataFolder(config.dataDir) : () => undefined;
  try {
    const { totals, kept } = await backUpHere(context, folder, print);
    print(`Backed up into ${folder}: ${sumsLine(totals)}.`);
    if (!kept.includes('session-secret')) print('SESSION_SECRET is not part of it: keep it beside the backup.');
  } finally {
    unlock();
  }
}
