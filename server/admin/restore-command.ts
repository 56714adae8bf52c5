import { resolve } from 'node:path';
import { restore } from '../copies/restore.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import type { ConfigContext } from './admin-context.ts';
import { sumsLine } from './sums-line.ts';

export async function restoreCommand({ config, print }: ConfigContext, folder: string): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const { totals } = await restore(resolve(folder), config, print);
    print(`Restored and compared: ${sumsLine(totals)}. Start the product.`);
  } finally {
    unlock();
  }
}
