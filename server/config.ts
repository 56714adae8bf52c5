import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { DEFAULT_ENERGY_COST_PER_KWH, DEFAULT_ENERGY_KWH_PER_VIEW, DEFAULT_OWNER_SHARE } from '#domain/constants.ts';
import { sharePpm } from '#domain/money.ts';
import { isTimeZone } from '#domain/zoned-day.ts';

/** Why a start is refused; the message is one line that names the variable and says what to write. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const httpUrl = { pattern: '^https?://[^\\s/]+[^\\s]*$' };
const onOff = (description: string, fallback: string) =>
  Type.Boolean({ description, default: fallback, write: 'on or off' });

/** Every variable the server reads. `write` completes the sentence "write …" when a value is refused. */
const Environment = Type.Object({
  PORT: Type.Integer({
    description: 'Port the product and its API listen on.',
    default: '4000',
    minimum: 0,
    maximum: 65535,
    write: 'a port number, such as 4000',
  }),
  HOST: Type.String({
    description: 'Address to listen on; 127.0.0.1 shuts out other machines.',
    default: '0.0.0.0',
    minLength: 1,
    write: 'an address of this machine, such as 0.0.0.0',
  }),
  DATA_DIR: Type.String({
    description: 'Folder of all data. One server at a time may use it.',
    default: './data',
    minLength: 1,
    write: 'the path of a folder',
  }),
  DEMO: onOff(
    'Demo network with its three demo accounts. Default: on while both stores are embedded and NODE_ENV is not production.',
    '',
  ),
  SIMULATOR: onOff('Live events of the demo network, sent by a separate process. Default: as DEMO.', ''),
  PUBLIC_URL: Type.String({
    description: 'Address under which browsers and outlets reach the server. Default: http://localhost:PORT.',
    default: '',
    ...httpUrl,
    write: 'a full address, such as https://outlets.example.com',
  }),
  DATABASE_URL: Type.String({
    description: 'PostgreSQL for accounts and the network. Empty: SQLite in DATA_DIR.',
    default: '',
    pattern: '^postgres(ql)?://\\S+$',
    write: 'an address such as postgres://user:password@host:5432/voltboard',
  }),
  CLICKHOUSE_URL: Type.String({
    description: 'ClickHouse for events. Empty: embedded (chDB) in DATA_DIR.',
    default: '',
    ...httpUrl,
    write: 'an address such as http://user:password@host:8123/voltboard',
  }),
  NETWORK_TIME_ZONE: Type.String({
    description: "Time zone of the network's days, as an IANA name.",
    default: 'UTC',
    minLength: 1,
    write: 'an IANA time zone, such as America/New_York',
  }),
  OWNER_SHARE: Type.Number({
    description: "Outlet owner's share of the recorded revenue, unless the contract says otherwise.",
    default: String(DEFAULT_OWNER_SHARE),
    minimum: 0,
    maximum: 1,
    write: 'a number from 0 to 1, such as 0.3',
  }),
  ENERGY_KWH_PER_VIEW: Type.Number({
    description: 'Energy of a view in kWh where the outlet does not meter it.',
    default: String(DEFAULT_ENERGY_KWH_PER_VIEW),
    minimum: 0,
    maximum: 100,
    write: 'kWh as a number, such as 0.025',
  }),
  ENERGY_COST_PER_KWH: Type.Number({
    description: 'Price of energy in dollars per kWh.',
    default: String(DEFAULT_ENERGY_COST_PER_KWH),
    minimum: 0,
    maximum: 1000,
    write: 'dollars as a number, such as 0.17',
  }),
  STORE_FULL_IPS: onOff("Store visitors' whole IP addresses instead of /24 and /48.", 'off'),
  MAP_STYLE_URL: Type.String({
    description: 'MapLibre style of an outside map. Empty: the map shipped with the product.',
    default: '',
    ...httpUrl,
    write: 'the address of a MapLibre style',
  }),
  GOOGLE_MAPS_KEY: Type.String({
    description: 'Key for the Google map of the demo pages. Empty: the map shipped with the product.',
    default: '',
    maxLength: 200,
    write: 'a Google Maps key',
  }),
  SESSION_SECRET: Type.String({
    description:
      'Signs sessions, at least 32 characters. Empty: made at the first start and kept in DATA_DIR. All servers on one DATABASE_URL need the same.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  SESSION_SECRET_PREVIOUS: Type.String({
    description: 'The secret before the last change; its sessions stay valid until they end.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'the former SESSION_SECRET',
  }),
  SESSION_IDLE_MINUTES: Type.Integer({
    description: 'A session ends after this many minutes without a call (administrators: half of it).',
    default: '60',
    minimum: 2,
    maximum: 1440,
    write: 'whole minutes, such as 60',
  }),
  SESSION_HOURS: Type.Integer({
    description: 'A session ends this many hours after sign-in.',
    default: '12',
    minimum: 1,
    maximum: 720,
    write: 'whole hours, such as 12',
  }),
  PASSWORD_MIN_LENGTH: Type.Integer({
    description: 'Shortest password an account may choose.',
    default: '12',
    minimum: 8,
    maximum: 64,
    write: 'a number from 8 to 64',
  }),
  TRUST_PROXY: Type.String({
    description: 'Addresses or networks of the proxies whose X-Forwarded-For counts, separated by commas. Empty: none.',
    default: '',
    pattern: '^[0-9a-fA-F.:/, a-z]+$',
    write: 'addresses such as 10.0.0.0/8,127.0.0.1',
  }),
  ALLOWED_ORIGINS: Type.String({
    description: 'Origins of web clients served from elsewhere (VITE_API_HOST), separated by commas. Empty: none.',
    default: '',
    pattern: '^https?://[^\\s,/]+(,https?://[^\\s,/]+)*$',
    write: 'origins such as https://app.example.com',
  }),
  INGEST_QUEUE_EVENTS: Type.Integer({
    description: 'Events that may wait for storage before outlets are told to wait (429).',
    default: '200000',
    minimum: 1000,
    maximum: 10_000_000,
    write: 'a number of events, such as 200000',
  }),
  API_DOCS: onOff('Serve the description of the API at /api/openapi.json and /api/docs.', 'on'),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    description: 'What is logged. Default: info when NODE_ENV is production, else warn.',
    default: '',
    write: 'fatal, error, warn, info, debug or silent',
  }),
});
type Environment = Type.Static<typeof Environment>;

/** Read by the web client's build, not by the server; listed here so that one file names every variable. */
const WEB_VARIABLES = [
  { name: 'VITE_API_HOST', description: 'Web client, at build time: where its calls go.', default: '/api' },
  {
    name: 'VITE_BACKEND',
    description: 'Web client, at build time: off leaves out all calls for signing in.',
    default: 'on',
  },
] as const;

/** Name, meaning and default of every variable: `.env.example` is generated from it. */
export const CONFIG_VARIABLES: readonly { name: string; description: string; default: string }[] = [
  ...Object.entries(Environment.properties).map(([name, schema]) => {
    const { description, default: fallback } = optionsOf(schema);
    return { name, description, default: fallback };
  }),
  ...WEB_VARIABLES,
];

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
  readonly networkTimeZone: string;
  readonly ownerSharePpm: number;
  readonly energyMilliWhPerView: number;
  /** Dollars. */
  readonly energyCostPerKwh: number;
  readonly storeFullIps: boolean;
  /** '' means the map shipped with the product. */
  readonly mapStyleUrl: string;
  readonly googleMapsKey: string;
  readonly sessionSecret: string;
  readonly previousSessionSecret: string | null;
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  readonly passwordMinLength: number;
  /** Proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly ingestQueueEvents: number;
  readonly apiDocs: boolean;
  readonly logLevel: string;
};

/**
 * The configuration from environment variables. Makes the data folder and, on the first start, the session secret in
 * it (mode 0600). Throws `ConfigError` for the first value that cannot be used.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = readValues(env);
  const production = env.NODE_ENV === 'production';
  const port = values.PORT ?? 4000;
  const embedded = !values.DATABASE_URL && !values.CLICKHOUSE_URL;
  const demo = values.DEMO ?? (embedded && !production);
  const zone = values.NETWORK_TIME_ZONE ?? 'UTC';
  if (!isTimeZone(zone)) throw refused('NETWORK_TIME_ZONE', zone);
  const dataDir = prepareFolder(values.DATA_DIR ?? './data');
  return {
    production,
    port,
    host: values.HOST ?? '0.0.0.0',
    dataDir,
    demo,
    simulator: values.SIMULATOR ?? demo,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: values.DATABASE_URL ?? null,
    clickhouseUrl: values.CLICKHOUSE_URL ?? null,
    networkTimeZone: zone,
    ownerSharePpm: sharePpm(values.OWNER_SHARE ?? DEFAULT_OWNER_SHARE),
    energyMilliWhPerView: Math.round((values.ENERGY_KWH_PER_VIEW ?? DEFAULT_ENERGY_KWH_PER_VIEW) * 1_000_000),
    energyCostPerKwh: values.ENERGY_COST_PER_KWH ?? DEFAULT_ENERGY_COST_PER_KWH,
    storeFullIps: values.STORE_FULL_IPS ?? false,
    mapStyleUrl: values.MAP_STYLE_URL ?? '',
    googleMapsKey: values.GOOGLE_MAPS_KEY ?? '',
    sessionSecret: values.SESSION_SECRET ? strong('SESSION_SECRET', values.SESSION_SECRET) : keptSecret(dataDir),
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS ?? null,
    sessionIdleMinutes: values.SESSION_IDLE_MINUTES ?? 60,
    sessionHours: values.SESSION_HOURS ?? 12,
    passwordMinLength: values.PASSWORD_MIN_LENGTH ?? 12,
    trustProxy: listOf(values.TRUST_PROXY),
    allowedOrigins: listOf(values.ALLOWED_ORIGINS),
    ingestQueueEvents: values.INGEST_QUEUE_EVENTS ?? 200_000,
    apiDocs: values.API_DOCS ?? true,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** Each variable that is set, converted and checked; those that are not set are absent. */
function readValues(env: Readonly<Record<string, string | undefined>>): Partial<Environment> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const text = env[name]?.trim() ?? '';
    if (text === '') continue;
    const value = fromText(schema, text);
    if (!Value.Check(schema, value)) throw refused(name, text);
    values[name] = value;
  }
  return values as Partial<Environment>;
}

function fromText(schema: Type.TSchema, text: string): unknown {
  if (Type.IsBoolean(schema))
    return { on: true, true: true, '1': true, off: false, false: false, '0': false }[text.toLowerCase()];
  if (Type.IsInteger(schema)) return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  if (Type.IsNumber(schema)) return /^[0-9]{0,15}\.?[0-9]{0,15}$/.test(text) ? Number(text) : undefined;
  return text;
}

function optionsOf(schema: Type.TSchema): { description: string; default: string; write: string } {
  const { description = '', default: fallback = '', write = '' } = schema as Partial<Record<string, string>>;
  return { description, default: fallback, write };
}

function refused(name: keyof Environment | (string & {}), text: string): ConfigError {
  const schema = (Environment.properties as Record<string, Type.TSchema>)[name];
  const shown = /SECRET|KEY|URL/.test(name) ? 'Its value' : `'${text}'`;
  return new ConfigError(
    `${name}: ${shown} cannot be used; write ${schema ? optionsOf(schema).write : 'another value'}.`,
  );
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Refuses a secret that has the length but could be guessed (security I7). */
function strong(name: string, secret: string): string {
  if (new Set(secret).size < 12 || /secret|password|change.?me|example/i.test(secret)) throw refused(name, secret);
  return secret;
}

function prepareFolder(path: string): string {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    if (full) throw new ConfigError(`DATA_DIR: the disk of ${folder} is full; free some space and start again.`);
    throw new ConfigError(
      `DATA_DIR: ${folder} cannot be written; make it writable for this user or name another folder.`,
    );
  }
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC')
      throw new ConfigError(`DATA_DIR: the disk of ${dataDir} is full; free some space and start again.`);
    if (code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError(`${file} is damaged; delete it and start again (everyone has to sign in anew).`);
  return secret;
}
