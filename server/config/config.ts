import { isIP } from 'node:net';
import {
  DEFAULT_ENERGY_COST_PER_KWH,
  DEFAULT_ENERGY_KWH_PER_VIEW,
  DEFAULT_OWNER_SHARE,
  DEFAULT_RATED_WATTS,
} from '#domain/constants.ts';
import { isUsableCurrency, USUAL_CURRENCY } from '#domain/currency.ts';
import { sharePpm } from '#domain/money.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { ConfigError, type Environment, readValues, refused } from './config-variables.ts';
import { keptSecret, prepareFolder } from './data-folder.ts';
import { type Payer, readFormerPayer } from './former-payer.ts';
import { readSignInProviders, type SignInProvider } from './sign-in-providers.ts';

export { CONFIG_VARIABLES, ConfigError } from './config-variables.ts';

/** The installation's settings; everything is decided here, nothing else reads the environment. */
export type Config = {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly demo: boolean;
  readonly simulator: boolean;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
  readonly clickhouseCluster: { readonly name: string; readonly nodes: readonly string[] } | null;
  readonly networkTimeZone: string;
  /** Until documents of a month are final. */
  readonly closeAfterDays: number;
  /** `YYYY-MM`; null where nobody said. */
  readonly firstMonth: string | null;
  /** ISO 4217. */
  readonly currency: string;
  readonly fourEyes: boolean;
  /** From variables of earlier versions, for the store to take over once. */
  readonly formerPayer: Payer | null;
  readonly ownerSharePpm: number;
  readonly energyMilliWhPerView: number;
  /** Of outlets whose own field is empty. */
  readonly ratedWatts: number;
  /** Dollars. */
  readonly energyCostPerKwh: number;
  readonly storeFullIps: boolean;
  /** File with ranges of addresses; null: none. */
  readonly dataCentreRanges: string | null;
  readonly unsignedViews: 'count' | 'invalid';
  /** Whether `invalid` was set by the operator, also before there was a setting of each flight. */
  readonly refusesUnsigned: boolean;
  /** Webhooks may call addresses that are not of the internet, also without TLS. */
  readonly privateWebhooks: boolean;
  /** '' means the map shipped with the product. */
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  readonly smtpUrl: string | null;
  /** Address of the sender. */
  readonly mailFrom: string;
  /** Where contact messages are mailed as well; null: nowhere. */
  readonly contactEmail: string | null;
  readonly signUp: 'open' | 'invite' | 'closed';
  readonly sessionSecret: string;
  /** SESSION_SECRET is set: no other one counts. */
  readonly hasOwnSecret: boolean;
  readonly previousSessionSecret: string | null;
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  readonly passwordMinLength: number;
  /** Administrators need a second factor. */
  readonly adminMfa: boolean;
  readonly signInProviders: readonly SignInProvider[];
  readonly freshLoginMinutes: number;
  /** Proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Null: for ever. */
  readonly visitorDataDays: number | null;
  /** How long single events are kept; null: for ever. */
  readonly retentionMonths: number | null;
  readonly ingestQueueEvents: number;
  /** How long a served play may be shown. */
  readonly playMinutes: number;
  readonly apiDocs: boolean;
  /** What reads `/metrics` shows it; null: nobody may. */
  readonly metricsToken: string | null;
  /** A port of this machine only, where metrics are served without a token. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
};

/**
 * The configuration from environment variables. Makes the data folder and, on the first start, the session secret in
 * it (mode 0600). Throws `ConfigError` for the first value that cannot be used.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
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
  const databaseUrl = values.DATABASE_URL ?? null;
  if (values.METRICS_PORT === port) throw refused('METRICS_PORT', String(port));
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const dataDir = prepareFolder(values.DATA_DIR ?? './data');
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
    networkTimeZone: zone,
    ownerSharePpm: sharePpm(values.OWNER_SHARE ?? DEFAULT_OWNER_SHARE),
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
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    signUp: values.SIGN_UP ?? (demo ? 'open' : 'invite'),
    sessionSecret: values.SESSION_SECRET
      ? strong('SESSION_SECRET', values.SESSION_SECRET)
      : secretOfFolder(dataDir, databaseUrl, demo),
    hasOwnSecret: values.SESSION_SECRET !== undefined,
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS
      ? strong('SESSION_SECRET_PREVIOUS', values.SESSION_SECRET_PREVIOUS)
      : null,
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES ?? 60,
    sessionHours: values.SESSION_HOURS ?? 12,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 15,
    signInProviders: readSignInProviders(values),
    adminMfa: values.ADMIN_MFA ?? !demo,
    freshLoginMinutes: values.FRESH_LOGIN_MINUTES ?? 10,
    trustProxy: proxies(values.TRUST_PROXY),
    allowedOrigins: listOf(values.ALLOWED_ORIGINS),
    visitorDataDays: values.VISITOR_DATA_DAYS ?? null,
    closeAfterDays: values.CLOSE_AFTER_DAYS ?? 5,
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
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** Whether other processes may work on the same events: both stores are servers. */
export const isShared = ({ databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>): boolean =>
  databaseUrl !== null && clickhouseUrl !== null;

/** Read strictly: `Production` would otherwise start a demo with a public password. */
function isProduction(mode: string | undefined): boolean {
  if (mode === undefined || ['', 'production', 'development', 'test'].includes(mode)) return mode === 'production';
  throw new ConfigError(`NODE_ENV: '${mode}' cannot be used; write production, development or test, in lower case.`);
}

/**
 * Each server on one PostgreSQL would make its own, and refuse whom another signed in: it has to be set. That of a demo is kept
 * in the accounts store instead (`installation-secret.ts`).
 */
function secretOfFolder(dataDir: string, databaseUrl: string | null, demo: boolean): string {
  if (databaseUrl === null || demo) return keptSecret(dataDir, databaseUrl !== null);
  throw new ConfigError(
    'SESSION_SECRET: with DATABASE_URL it has to be set, to the same for all servers: at least 32 random characters, such as ' +
      'the output of: openssl rand -base64 48. An installation that kept its own so far has it in the file session-secret of DATA_DIR.',
  );
}

/** Open registration without a mail server: nobody could verify an address (docs/threat-model.md#a4). */
function refuseLostMail({ SIGN_UP, SMTP_URL }: Partial<Environment>, isReal: boolean): void {
  if (!isReal || SIGN_UP !== 'open' || SMTP_URL) return;
  throw new ConfigError('SIGN_UP: open needs a mail server; set SMTP_URL, or write invite or closed.');
}

function clusterOf({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER, CLICKHOUSE_NODES }: Partial<Environment>) {
  if (!CLICKHOUSE_CLUSTER) {
    if (CLICKHOUSE_NODES) throw new ConfigError('CLICKHOUSE_NODES: set CLICKHOUSE_CLUSTER as well, or leave it empty.');
    return null;
  }
  if (!CLICKHOUSE_URL)
    throw new ConfigError('CLICKHOUSE_CLUSTER: set CLICKHOUSE_URL as well, the address of one of its nodes.');
  return { name: CLICKHOUSE_CLUSTER, nodes: listOf(CLICKHOUSE_NODES) };
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function proxies(text: string | undefined): string[] {
  const list = listOf(text);
  const isNetwork = (part: string) => {
    const [address = '', bits] = part.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return most > 0 && (bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most));
  };
  if (!list.every(isNetwork)) throw refused('TRUST_PROXY', text ?? '');
  return list;
}

/** Refuses a secret that has the length but could be guessed (docs/threat-model.md#i7). */
function strong(name: string, secret: string): string {
  if (new Set(secret).size < 12 || /secret|password|change.?me|example/i.test(secret)) throw refused(name, secret);
  return secret;
}
