import * as Type from 'typebox';

const KEEP = '7 daily, 4 weekly, 12 monthly';

/** Backup variables, in the format used by `config-variables.ts`. */
export const BACKUP_VARIABLES = {
  BACKUP_KEY: Type.String({
    description:
      'Key that encrypts and signs backups, at least 32 characters. A backup can be restored only with the same key, so keep a copy somewhere else. Leave blank to use SESSION_SECRET.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  BACKUP_TO: Type.String({
    description:
      'Destination of scheduled backups: a folder, or s3://bucket/prefix. With several servers, all of them must be able to reach it. Leave blank for no scheduled backups.',
    default: '',
    pattern: '^(/|\\./|\\.\\./|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._=/-]*)?$)',
    maxLength: 1000,
    write: 'a path such as /var/backups/voltboard, or an address such as s3://bucket/voltboard',
  }),
  BACKUP_SCHEDULE: Type.String({
    description:
      'Backup schedule, as a cron pattern (minute, hour, day, month, weekday) in the time zone of the server process. off: only `npm run admin -- backup` makes backups.',
    default: '17 2 * * *',
    maxLength: 100,
    write: "a cron pattern such as '17 2 * * *', or off",
  }),
  BACKUP_KEEP: Type.String({
    description:
      'Number of backups to keep in BACKUP_TO: the newest of each of the last days, weeks and months that have one. Others are removed after each backup.',
    default: KEEP,
    maxLength: 100,
    write: `counts such as '${KEEP}'`,
  }),
  S3_ENDPOINT: Type.String({
    description: 'Address of an S3-compatible store for backups. Leave blank for AWS.',
    default: '',
    pattern: '^https?://[^\\s/]+[^\\s]*$',
    write: 'an address such as https://minio.example.com:9000',
  }),
  S3_REGION: Type.String({
    description: 'Region of the bucket of BACKUP_TO.',
    default: 'us-east-1',
    pattern: '^[a-z0-9-]{1,64}$',
    write: 'a region such as us-east-1',
  }),
  S3_ACCESS_KEY_ID: Type.String({
    description: "Access key ID for the bucket. Leave blank to use the machine's credentials, as AWS tools do.",
    default: '',
    minLength: 3,
    maxLength: 128,
    pattern: '^[\\x21-\\x7e]+$',
    write: 'an access key ID',
  }),
  S3_SECRET_ACCESS_KEY: Type.String({
    description: 'Secret key for S3_ACCESS_KEY_ID.',
    default: '',
    minLength: 8,
    maxLength: 1024,
    pattern: '^[\\x21-\\x7e]+$',
    write: 'the secret access key',
  }),
};
