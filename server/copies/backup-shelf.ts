import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { expiredBackups } from '#domain/backup-retention.ts';
import type { Settings } from '../config/config.ts';
import { MANIFEST } from './backup-place.ts';
import { readManifest } from './folder-format.ts';
import type { Report } from './installation-copy.ts';
import { isS3, openPlace } from './open-place.ts';

const NAME = /^voltboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the address of a new backup in BACKUP_TO. The name contains the time at which the backup begins. */
export const newBackupAddress = (shelf: string, nowMs: number): string =>
  `${shelf}/voltboard-${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Removes the backups in BACKUP_TO that exceed BACKUP_KEEP. Only removes complete backups of this installation that the
 * current key can open. Backups from other installations or with an earlier key stay.
 */
export async function removeExpired(
  config: Settings,
  shelf: string,
  installation: string | null,
  report: Report,
): Promise<void> {
  const madeByAddress = new Map<number, string>();
  for (const name of await namesOn(shelf, config)) {
    const address = `${shelf}/${name}`;
    if (await isOurs(address, config, installation)) madeByAddress.set(madeOf(name), address);
  }
  for (const ms of expiredBackups([...madeByAddress.keys()], config.backupKeep)) {
    const address = madeByAddress.get(ms) ?? '';
    await (await openPlace(address, config)).clear();
    if (!isS3(address)) rmdirSync(address);
    report(`Removed the backup ${address} (BACKUP_KEEP).`);
  }
}

async function isOurs(address: string, config: Settings, installation: string | null): Promise<boolean> {
  try {
    const { manifest } = await readManifest(await openPlace(address, config), config);
    return manifest.installation === installation;
  } catch {
    return false;
  }
}

/** Returns the names of complete backups. Ignores other files. */
async function namesOn(shelf: string, config: Settings): Promise<readonly string[]> {
  if (!isS3(shelf))
    return readdirSync(shelf).filter((name) => NAME.test(name) && existsSync(join(shelf, name, MANIFEST)));
  const { listManifests } = await import('./s3-place.ts');
  return (await listManifests(shelf, config)).filter((name) => NAME.test(name));
}

function madeOf(name: string): number {
  const [, year, month, day, hour, minute, second] = (NAME.exec(name) ?? []).map(Number);
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
}
