import { openPlace } from '../copies/open-place.ts';
import type { Trust } from '../copies/read-folder.ts';
import { restore } from '../copies/restore.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import type { ConfigContext } from './admin-context.ts';
import { sumsLine } from './sums-line.ts';

export async function restoreCommand({ config, print }: ConfigContext, address: string, trust: Trust): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const { totals } = await restore(await openPlace(address, config), config, trust, print);
    print(`Restored and compared: ${sumsLine(totals)}. Start the product.`);
  } finally {
    unlock();
  }
}
