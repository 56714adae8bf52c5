import { CronPattern } from 'croner';
import { isAddressOrNetwork } from '#domain/address-list.ts';
import { type BackupKeep, parseBackupKeep } from '#domain/backup-retention.ts';
import { type AccountId, type BankId, readAccount, readBank } from '#domain/bank-account.ts';
import {
  DEFAULT_ENERGY_COST_PER_KWH,
  DEFAULT_ENERGY_KWH_PER_VIEW,
  DEFAULT_OWNER_SHARE,
  DEFAULT_RATED_WATTS,
  USUAL_BRAND_COLOR,
  USUAL_NETWORK_NAME,
} from '#domain/constants.ts';
import { isUsableCurrency, USUAL_CURRENCY } from '#domain/currency.ts';
import type { DefaultShare } from '#domain/default-share.ts';
import { DUNNING_DAYS, readDunningDays } from '#domain/dunning.ts';
import { sharePpm } from '#domain/money.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import type { PurposeKeys } from '../keys/purpose-keys.ts';
import { type AuditStreamSettings, readAuditStream } from './audit-stream-settings.ts';
import { ConfigError, type Environment, readValues, refused } from './config-variables.ts';
import { keptSecret, prepareFolder } from './data-folder.ts';
import { readSignInProviders, type SignInProvider } from './sign-in-providers.ts';
import { readProxies } from './trusted-proxies.ts';
import { hasFewCharacters, isWeakSecret } from './weak-secret.ts';

export { CONFIG_VARIABLES, ConfigError } from './config-variables.ts';

/** All settings from the environment. No other module reads the environment. */
export type Settings = BackupSettings & {
  /** The environment that the settings were read from, without stored settings. */
  readonly environment: Environs;
  /** The network's name on screens and in emails. */
  readonly networkName: string;
  /** Hexadecimal, `#rrggbb`. */
  readonly brandColor: string;
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly demo: boolean;
  readonly simulator: boolean;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
  readonly clickhouseCluster: { readonly name: string; readonly nodes: readonly string[] } | null;
  readonly networkTimeZone: string;
  /** Days until a month's documents become final. */
  readonly closeAfterDays: number;
  /** Days after the due date of each payment reminder; empty if none are sent. */
  readonly dunningDays: readonly number[];
  /** `YYYY-MM`. Null if not set. */
  readonly firstMonth: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly fourEyes: boolean;
  /** The payout account from variables of earlier versions. The accounts store imports it once. */
  readonly formerPayer: Payer | null;
  /** The owners' default share before the first of `ownerShares`. */
  readonly ownerSharePpm: number;
  /** Later default shares, oldest first. Empty if the environment sets the share. */
  readonly ownerShares: readonly DefaultShare[];
  readonly energyMilliWhPerView: number;
  /** Default for outlets without their own value. */
  readonly ratedWatts: number;
  /** Dollars. */
  readonly energyCostPerKwh: number;
  readonly storeFullIps: boolean;
  /** File with address ranges, or null. */
  readonly dataCentreRanges: string | null;
  readonly unsignedViews: 'count' | 'invalid';
  /** Whether the operator set `invalid`, even before flights had their own setting. */
  readonly refusesUnsigned: boolean;
  /** Whether webhooks may call private addresses, and without TLS. */
  readonly privateWebhooks: boolean;
  /** '' means the map that ships with the product. */
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  readonly smtpUrl: string | null;
  /** Sender address. */
  readonly mailFrom: string;
  /** Address for replies to mails that name no other one. */
  readonly mailReplyTo: string;
  /** The address that also receives contact messages by mail; null if there is none. */
  readonly contactEmail: string | null;
  /** URI for vulnerability reports; null publishes none. */
  readonly securityContact: string | null;
  readonly signUp: 'open' | 'invite' | 'closed';
  readonly sessionSecret: string;
  /** Whether SESSION_SECRET is set. If not, the secret in the data folder or the accounts store applies. */
  readonly hasOwnSecret: boolean;
  readonly previousSessionSecret: string | null;
  /** The secret that encrypts and signs backups; null means the session secret. */
  readonly backupKey: string | null;
  /** The receiver to which the audit log is also sent; null if there is none. */
  readonly auditStream: AuditStreamSettings | null;
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  readonly passwordMinLength: number;
  /** Whether administrators need a second factor. */
  readonly adminMfa: boolean;
  /** Networks from which administrators may use the product; null means any. */
  readonly adminAddresses: readonly string[] | null;
  readonly signInProviders: readonly SignInProvider[];
  readonly freshLoginMinutes: number;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Null: no limit. */
  readonly visitorDataDays: number | null;
  /** How long single events are kept; null means no limit. */
  readonly retentionMonths: number | null;
  readonly ingestQueueEvents: number;
  /** How long a served play may be shown. */
  readonly playMinutes: number;
  readonly apiDocs: boolean;
  /** Token for `/metrics`; null disables access with a token. */
  readonly metricsToken: string | null;
  /** A local port that serves metrics without a token; null if there is none. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  /** Whether startup waits for `npm run admin -- migrate` instead of migrating. */
  readonly waitsForMigration: boolean;
};

type Environs = Readonly<Record<string, string | undefined>>;

/** The installation's settings, with the keys from its store (`start/installation-secret.ts`). */
export type Config = Settings & { readonly keys: PurposeKeys };

/**
 * Reads the configuration from environment variables. Creates the data folder and, on the first start, its session
 * secret (mode 0600). Throws `ConfigError` for the first invalid value.
 */
export function readConfig(env: Environs): Settings {
  const values = readValues(env);
  const production = isProduction(env.NODE_ENV);
  const port = values.PORT ?? 4000;
  const embedded = !values.DATABASE_URL && !values.CLICKHOUSE_URL;
  const demo = values.DEMO ?? (embedded && !production);
  const zone = values.NETWORK_TIME_ZONE ?? 'UTC';
  if (!isTimeZone(zone)) throw refused('NETWORK_TIME_ZONE', zone);
  const currency = values.CURRENCY ?? USUAL_CURRENCY;
  if (!isUsableCurrency(currency)) throw refused('CURRENCY', currency);
  refuseLostMail(values, production && !demo);
  // The command can't open embedded stores, because the waiting server has them open.
  if (values.MIGRATE === 'wait' && !(values.DATABASE_URL && values.CLICKHOUSE_URL))
    throw new ConfigError('MIGRATE: wait requires DATABASE_URL and CLICKHOUSE_URL. Use at-start for embedded stores.');
  const databaseUrl = values.DATABASE_URL ?? null;
  if (values.METRICS_PORT === port) throw refused('METRICS_PORT', String(port));
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const dataDir = prepareFolder(values.DATA_DIR ?? './data');
  const mailFrom = values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  return {
    production,
    port,
    host: values.HOST ?? '0.0.0.0',
    dataDir,
    demo,
    simulator: values.SIMULATOR ?? demo,
    publicUrl,
    databaseUrl,
    clickhouseUrl: values.CLICKHOUSE_URL ?? null,
    clickhouseCluster: clusterOf(values),
    environment: env,
    networkName: values.NETWORK_NAME ?? USUAL_NETWORK_NAME,
    brandColor: (values.BRAND_COLOR ?? USUAL_BRAND_COLOR).toLowerCase(),
    networkTimeZone: zone,
    ownerSharePpm: sharePpm(values.OWNER_SHARE ?? DEFAULT_OWNER_SHARE),
    ownerShares: [],
    energyMilliWhPerView: Math.round((values.ENERGY_KWH_PER_VIEW ?? DEFAULT_ENERGY_KWH_PER_VIEW) * 1_000_000),
    ratedWatts: values.RATED_WATTS ?? DEFAULT_RATED_WATTS,
    energyCostPerKwh: values.ENERGY_COST_PER_KWH ?? DEFAULT_ENERGY_COST_PER_KWH,
    storeFullIps: values.STORE_FULL_IPS ?? false,
    dataCentreRanges: values.DATA_CENTRE_RANGES ?? null,
    unsignedViews: values.UNSIGNED_VIEWS ?? 'invalid',
    refusesUnsigned: values.UNSIGNED_VIEWS === 'invalid',
    privateWebhooks: values.PRIVATE_WEBHOOKS === 'on',
    mapStyleUrl: values.MAP_STYLE_URL ?? '',
    googleMapsKey: values.GOOGLE_MAPS_KEY ?? '',
    smtpUrl: values.SMTP_URL ?? null,
    contactEmail: values.CONTACT_EMAIL ?? null,
    securityContact: contactUri(values.SECURITY_CONTACT ?? values.CONTACT_EMAIL),
    mailFrom,
    mailReplyTo: values.MAIL_REPLY_TO ?? values.CONTACT_EMAIL ?? mailFrom,
    signUp: values.SIGN_UP ?? (demo ? 'open' : 'invite'),
    sessionSecret: values.SESSION_SECRET
      ? strong('SESSION_SECRET', values.SESSION_SECRET)
      : secretOfFolder(dataDir, databaseUrl, demo),
    hasOwnSecret: values.SESSION_SECRET !== undefined,
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS
      ? former('SESSION_SECRET_PREVIOUS', values.SESSION_SECRET_PREVIOUS)
      : null,
    backupKey: values.BACKUP_KEY ? strong('BACKUP_KEY', values.BACKUP_KEY) : null,
    ...readBackupSettings(values),
    auditStream: readAuditStream(values),
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES ?? 60,
    sessionHours: values.SESSION_HOURS ?? 12,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 15,
    adminAddresses: adminAddresses(values.ADMIN_ADDRESSES),
    signInProviders: readSignInProviders(values),
    adminMfa: values.ADMIN_MFA ?? !demo,
    freshLoginMinutes: values.FRESH_LOGIN_MINUTES ?? 10,
    trustProxy: readProxies(values.TRUST_PROXY, listOf(values.TRUST_PROXY)),
    allowedOrigins: listOf(values.ALLOWED_ORIGINS),
    visitorDataDays: values.VISITOR_DATA_DAYS ?? null,
    closeAfterDays: values.CLOSE_AFTER_DAYS ?? 5,
    dunningDays: dunningDays(values.DUNNING_DAYS),
    firstMonth: values.FIRST_MONTH ?? null,
    currency,
    fourEyes: values.FOUR_EYES ?? true,
    formerPayer: readFormerPayer(env),
    retentionMonths: values.RETENTION_MONTHS ?? null,
    ingestQueueEvents: values.INGEST_QUEUE_EVENTS ?? 200_000,
    playMinutes: values.PLAY_MINUTES ?? 15,
    apiDocs: values.API_DOCS ?? !production,
    metricsToken: values.METRICS_TOKEN ? strong('METRICS_TOKEN', values.METRICS_TOKEN) : null,
    metricsPort: values.METRICS_PORT ?? null,
    waitsForMigration: values.MIGRATE === 'wait',
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** Returns the contact as a URI, which RFC 9116 requires: an email address becomes a `mailto:` URI. */
const contactUri = (contact: string | undefined): string | null =>
  contact === undefined || contact.startsWith('https://') ? (contact ?? null) : `mailto:${encodeURI(contact)}`;

/** Reads the list of networks; null if not set. Throws for an empty list, which would lock out every administrator. */
function adminAddresses(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const list = listOf(text);
  if (list.length === 0 || !list.every(isAddressOrNetwork)) throw refused('ADMIN_ADDRESSES', text);
  return list;
}

/** Returns whether other processes may use the same events, which means that both stores are on servers. */
export const isShared = ({ databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>): boolean =>
  databaseUrl !== null && clickhouseUrl !== null;

/**
 * Returns whether the mode is `production`. Accepts only exact values: otherwise `Production` would start a demo with a
 * public password.
 */
function isProduction(mode: string | undefined): boolean {
  if (mode === undefined || ['', 'production', 'development', 'test'].includes(mode)) return mode === 'production';
  throw new ConfigError(`NODE_ENV: '${mode}' is not valid. Use production, development or test, in lower case.`);
}

/**
 * Returns the session secret in the data folder. With PostgreSQL, SESSION_SECRET is required instead, because each
 * server would create its own secret and reject the other servers' sessions. A demo on PostgreSQL does not need
 * SESSION_SECRET; its secret is in the accounts store (`installation-secret.ts`).
 */
function secretOfFolder(dataDir: string, databaseUrl: string | null, demo: boolean): string {
  if (databaseUrl === null || demo) return keptSecret(dataDir, databaseUrl !== null);
  throw new ConfigError(
    'SESSION_SECRET: it is required with DATABASE_URL and must be the same for all servers. Use at least 32 random characters, such as ' +
      'the output of: openssl rand -base64 48. An existing installation has its own in the file session-secret in DATA_DIR.',
  );
}

/**
 * Rejects open registration without a mail server, because addresses could not be verified (docs/threat-model.md#a4).
 */
function refuseLostMail({ SIGN_UP, SMTP_URL }: Partial<Environment>, isReal: boolean): void {
  if (!isReal || SIGN_UP !== 'open' || SMTP_URL) return;
  throw new ConfigError('SIGN_UP: open requires a mail server. Set SMTP_URL, or use invite or closed.');
}

function clusterOf({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, CLICKHOUSE_NODES }: Partial<Environment>) {
  if (!CLICKHOUSE_CLUSTER) {
    if (CLICKHOUSE_NODES)
      throw new ConfigError('CLICKHOUSE_NODES: also set CLICKHOUSE_CLUSTER, or leave CLICKHOUSE_NODES blank.');
    return null;
  }
  if (!CLICKHOUSE_URL)
    throw new ConfigError('CLICKHOUSE_CLUSTER: also set CLICKHOUSE_URL to the address of one of its nodes.');
  return { name: CLICKHOUSE_CLUSTER, nodes: listOf(CLICKHOUSE_NODES) };
}

/** Rejects a secret that is long enough but guessable (docs/threat-model.md#i7). */
function strong(name: string, secret: string): string {
  if (hasFewCharacters(secret)) throw refused(name, secret);
  if (isWeakSecret(secret))
    throw new ConfigError(
      `${name}: Its value is easy to guess. Use at least 32 random characters, such as the output of: openssl rand -base64 48.` +
        (name === 'SESSION_SECRET'
          ? ' Set SESSION_SECRET_PREVIOUS to the current value, so that existing data can be decrypted.'
          : ''),
    );
  return secret;
}

/**
 * Accepts a former secret even if it is guessable, because that secret is being phased out. It must still have enough
 * different characters.
 */
function former(name: string, secret: string): string {
  if (hasFewCharacters(secret)) throw refused(name, secret);
  return secret;
}

/** The network's own bank account, from which payouts are made. */
type Payer = { readonly name: string; readonly account: AccountId; readonly bank: BankId };

/**
 * Returns the payout account that earlier versions read from three environment variables. The accounts store imports it
 * at the first start after the upgrade (`keep-payer.ts`). Null if the variables are missing or invalid; administrators
 * then enter the account at /admin/money.
 */
function readFormerPayer(env: Readonly<Record<string, string | undefined>>): Payer | null {
  const { PAYER_NAME: name = '', PAYER_ACCOUNT = '', PAYER_BANK = '' } = env;
  const [account, bank] = [readAccount(PAYER_ACCOUNT), readBank(PAYER_BANK)];
  return name.trim() === '' || account === null || bank === null ? null : { name: name.trim(), account, bank };
}

/** Splits a comma-separated list into its items. */
const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

type BackupSettings = {
  /** A folder or s3://bucket/prefix; null means no scheduled backups. */
  readonly backupTo: string | null;
  /** A cron pattern; null means that only commands create backups. */
  readonly backupSchedule: string | null;
  readonly backupKeep: BackupKeep;
  /** Null means AWS. */
  readonly s3Endpoint: string | null;
  readonly s3Region: string;
  /** Null means the machine's credentials. */
  readonly s3Credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
};

/** Combines the backup settings. Throws `ConfigError` for the first invalid setting. */
function readBackupSettings(values: Partial<Environment>): BackupSettings {
  const schedule = values.BACKUP_SCHEDULE ?? '17 2 * * *';
  if (schedule !== 'off' && !isCronPattern(schedule)) throw refused('BACKUP_SCHEDULE', schedule);
  const keep = values.BACKUP_KEEP ?? '7 daily, 4 weekly, 12 monthly';
  const backupKeep = parseBackupKeep(keep);
  if (backupKeep === null) throw refused('BACKUP_KEEP', keep);
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    const [missing, given] = ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'];
    const [name, other] = accessKeyId === undefined ? [given, missing] : [missing, given];
    throw new ConfigError(`${name}: it is required if ${other} is set. Set it, or leave both blank.`);
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

/**
 * Returns whether the text is a cron pattern with five fields. Seconds are not supported, because the processes elect
 * one process per minute to run a job.
 */
function isCronPattern(pattern: string): boolean {
  if (pattern.trim().split(/\s+/).length !== 5) return false;
  try {
    return new CronPattern(pattern) !== undefined;
  } catch {
    return false;
  }
}

function dunningDays(text: string | undefined): readonly number[] {
  const days = text === undefined ? DUNNING_DAYS : readDunningDays(text);
  if (days === null) throw refused('DUNNING_DAYS', text ?? '');
  return days;
}
