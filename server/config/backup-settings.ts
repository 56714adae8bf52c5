import { CronPattern } from 'croner';
import { type BackupKeep, parseBackupKeep } from '#domain/backup-retention.ts';
import { ConfigError, type Environment, refused } from './config-variables.ts';

export type BackupSettings = {
  /** A folder or s3://bucket/prefix. Null: no scheduled backups. */
  readonly backupTo: string | null;
  /** A cron pattern. Null: only commands create backups. */
  readonly backupSchedule: string | null;
  readonly backupKeep: BackupKeep;
  /** Null: AWS. */
  readonly s3Endpoint: string | null;
  readonly s3Region: string;
  /** Null: the machine's credentials. */
  readonly s3Credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/** Combines the backup settings. Throws `ConfigError` for the first invalid one. */
export function readBackupSettings(values: Partial<Environment>): BackupSettings {
  const schedule = values.BACKUP_SCHEDULE ?? '17 2 * * *';
  if (schedule !== 'off' && !isCronPattern(schedule)) throw refused('BACKUP_SCHEDULE', schedule);
  const keep = values.BACKUP_KEEP ?? '7 daily, 4 weekly, 12 monthly';
  const backupKeep = parseBackupKeep(keep);
  if (backupKeep === null) throw refused('BACKUP_KEEP', keep);
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const [missing, given] = ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'];
    const [name, other] = accessKeyId === undefined ? [given, missing] : [missing, given];
    throw new ConfigError(`${name}: set it as well, since ${other} is set; or leave both blank.`);
  }
  return {
    backupTo: values.BACKUP_TO?.replace(/(?<=.)\/+$/, '') ?? null,
    backupSchedule: schedule === 'off' ? null : schedule,
    backupKeep,
    s3Endpoint: values.S3_ENDPOINT ?? null,
    s3Region: values.S3_REGION ?? 'us-east-1',
    s3Credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  };
}

/** Seconds are not supported: several servers elect one of them per minute. */
function isCronPattern(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false;
  try {
    return new CronPattern(pattern) !== undefined;
  } catch {
    return false;
  }
}
