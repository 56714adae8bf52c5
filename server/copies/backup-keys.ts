import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { CopyError } from './copy-error.ts';

export type KeySource = 'BACKUP_KEY' | 'SESSION_SECRET';

/** The key that encrypts and signs a backup. The key is never part of the backup that it protects. */
export type BackupKey = {
  readonly source: KeySource;
  /** Identifies the key in a backup without revealing it. */
  readonly id: string;
  readonly encryption: Buffer;
  readonly signing: Buffer;
};

export type KeySettings = Pick<
  Config,
  'backupKey' | 'sessionSecret' | 'previousSessionSecret' | 'hasOwnSecret' | 'databaseUrl'
>;

/** Returns the key for new backups: BACKUP_KEY if set, otherwise SESSION_SECRET (docs/threat-model.md#i22). */
export function writingKey({ backupKey, sessionSecret, hasOwnSecret, databaseUrl }: KeySettings): BackupKey {
  if (backupKey !== null) return keyOf('BACKUP_KEY', backupKey);
  // A demo on PostgreSQL keeps its secret in the same database that a restore replaces.
  if (databaseUrl !== null && !hasOwnSecret)
    throw new CopyError(
      'Set BACKUP_KEY (openssl rand -base64 48). Without it, only the database itself contains the key.',
    );
  return keyOf('SESSION_SECRET', sessionSecret);
}

/** Returns all keys that can open a backup with this configuration. */
export function readingKeys({ backupKey, sessionSecret, previousSessionSecret }: KeySettings): readonly BackupKey[] {
  return [
    ...(backupKey === null ? [] : [keyOf('BACKUP_KEY', backupKey)]),
    keyOf('SESSION_SECRET', sessionSecret),
    ...(previousSessionSecret === null ? [] : [keyOf('SESSION_SECRET', previousSessionSecret)]),
  ];
}

export const signatureOf = ({ signing }: BackupKey, text: string): string =>
  createHmac('sha256', signing).update(text).digest('hex');

/** Returns whether the text was signed with this key. */
export function hasSignature(key: BackupKey, text: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signatureOf(key, text)), Buffer.from(signature)];
  return expected.byteLength === given.byteLength && timingSafeEqual(expected, given);
}

function keyOf(source: KeySource, secret: string): BackupKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'voltboard', `backup-${purpose}`, 32));
  return {
    source,
    id: derive('id').toString('hex').slice(0, 16),
    encryption: derive('encryption'),
    signing: derive('signing'),
  };
}
