import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { writeWhole } from '../databases/write-whole.ts';
import type { Manifest } from './folder-format.ts';
import type { Report } from './installation-copy.ts';
import { openTarget } from './open-target.ts';
import { readFolder } from './read-folder.ts';
import { writeStores } from './write-stores.ts';

/** Fills the empty stores of a configuration from a backup. Whoever calls has the data folder locked. */
export async function restore(folder: string, config: Config, report: Report): Promise<Manifest> {
  const { manifest, copy } = await readFolder(folder, report);
  const target = await openTarget(config);
  try {
    // Before the stores are an installation: without this secret nobody's second factor would work.
    await writeStores(target, copy, report, () => restoreFiles(folder, manifest, config, report));
    return manifest;
  } finally {
    await target.close();
  }
}

function restoreFiles(folder: string, { kept }: Manifest, { dataDir, sessionSecret }: Config, report: Report): void {
  const from = (name: string) => readFileSync(join(folder, 'kept', name), 'utf8');
  for (const name of kept) {
    const path = join(dataDir, name);
    const isOurs =
      name !== 'session-secret' || (existsSync(path) && readFileSync(path, 'utf8').trim() === sessionSecret);
    if (isOurs) writeWhole(path, from(name));
    else if (from(name).trim() !== sessionSecret)
      report(
        'SESSION_SECRET is not that of the backup: everybody signs in anew, and second factors have to be set up again.',
      );
  }
  if (!kept.includes('session-secret'))
    report('The backup has no session secret: set SESSION_SECRET to the one of the installation it was made of.');
}
