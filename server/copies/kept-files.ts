import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Manifest } from './folder-format.ts';

/**
 * Returns the files in the data folder that a backup includes. The session secret is included only if it is in use and
 * BACKUP_KEY encrypts the backup. Without BACKUP_KEY, the session secret itself is the key.
 */
export function keptFilesOf({
  dataDir,
  sessionSecret,
  backupKey,
}: Pick<Config, 'dataDir' | 'sessionSecret' | 'backupKey'>): Manifest['kept'] {
  const secret = join(dataDir, 'session-secret');
  const isInUse = backupKey !== null && existsSync(secret) && readFileSync(secret, 'utf8').trim() === sessionSecret;
  return [
    ...(isInUse ? (['session-secret'] as const) : []),
    ...(existsSync(join(dataDir, 'demo-keys.json')) ? (['demo-keys.json'] as const) : []),
  ];
}
