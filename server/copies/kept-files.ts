import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Manifest } from './folder-format.ts';

/** What of the data folder goes into a backup: the secret only where it is the one in use, not one of the environment. */
export function keptFilesOf({ dataDir, sessionSecret }: Pick<Config, 'dataDir' | 'sessionSecret'>): Manifest['kept'] {
  const secret = join(dataDir, 'session-secret');
  const isInUse = existsSync(secret) && readFileSync(secret, 'utf8').trim() === sessionSecret;
  return [
    ...(isInUse ? (['session-secret'] as const) : []),
    ...(existsSync(join(dataDir, 'demo-keys.json')) ? (['demo-keys.json'] as const) : []),
  ];
}
