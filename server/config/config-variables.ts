import { readFileSync } from 'node:fs';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { DEFAULT_OWNER_SHARE, LATEST_DAYS_LATE, USUAL_BRAND_COLOR, USUAL_NETWORK_NAME } from '#domain/constants.ts';
import { LEAST_RETENTION_MONTHS } from '#domain/retention.ts';
import { AUDIT_VARIABLES } from './config-audit-variables.ts';
import { BACKUP_VARIABLES } from './config-backup-variables.ts';
import { BILLING_VARIABLES } from './config-billing-variables.ts';
import { ENERGY_VARIABLES } from './config-energy-variables.ts';
import { SECURITY_VARIABLES } from './config-security-variables.ts';
import { SIGN_IN_VARIABLES } from './config-sign-in-variables.ts';

/** Retention variables, in the format used by `config-variables.ts`. */
const RETENTION_VARIABLES = {
  VISITOR_DATA_DAYS: Type.Integer({
    description:
      'Days for which events keep data that identifies their visitor: fingerprint, address and play token. A nightly job erases it from older events, and late events are stored without it. Events, counts and amounts stay; unique visitors of older days are unknown. Leave blank for no limit.',
    default: '',
    minimum: 1,
    maximum: 36_500,
    write: 'a number of days, such as 90',
  }),
  RETENTION_MONTHS: Type.Integer({
    description:
      'Months for which single events are kept, at least 2. Whole weeks of older events are removed every night; quarter-hour sums stay, so figures do not change. Leave blank to keep events without limit.',
    default: '',
    minimum: LEAST_RETENTION_MONTHS,
    maximum: 1_200,
    write: `at least ${LEAST_RETENTION_MONTHS} months (outlets report up to ${LATEST_DAYS_LATE} days late, and only whole weeks are removed), such as 24`,
  }),
};

/** Metrics variables, in the format used by `config-variables.ts`. */
const METRICS_VARIABLES = {
  METRICS_TOKEN: Type.String({
    description:
      'Bearer token with which Prometheus reads /metrics, at least 32 characters. Leave blank to not serve /metrics.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    pattern: '^[\\x21-\\x7e]+$',
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  METRICS_PORT: Type.Integer({
    description: 'Port of 127.0.0.1 where Prometheus reads /metrics without a token. Leave blank for none.',
    default: '',
    minimum: 1,
    maximum: 65535,
    write: 'a free port number, such as 9400',
  }),
};

/** Variables for the outlet endpoints, in the format used by `config-variables.ts`. */
const OUTLET_VARIABLES = {
  INGEST_QUEUE_EVENTS: Type.Integer({
    description: 'Number of events that may wait for storage before outlets receive 429.',
    default: '200000',
    minimum: 1000,
    maximum: 10_000_000,
    write: 'a number of events, such as 200000',
  }),
  PLAY_MINUTES: Type.Integer({
    description:
      'Minutes for which a served play may be shown. Its price is reserved from the budget for that time. Increase it for outlets with poor connections, which fetch plays in advance.',
    default: '15',
    minimum: 1,
    maximum: 1440,
    write: 'whole minutes from 1 to 1440, such as 15',
  }),
};

/** Traffic validation variables, in the format used by `config-variables.ts`. */
const TRAFFIC_VARIABLES = {
  DATA_CENTRE_RANGES: Type.String({
    description:
      'File with address ranges of data centers (CIDR, one per line), in addition to the included list. Events of visitors with such addresses are invalid. The file is reloaded when it changes. Leave blank for the included list only.',
    default: '',
    write: 'the path of a file',
  }),
  UNSIGNED_VIEWS: Type.Enum(['count', 'invalid'], {
    description:
      'Whether views without a play from this server are valid. invalid: only for flights that accept them. count: for every flight.',
    default: 'invalid',
    write: 'count or invalid',
  }),
} as const;

/** Alert variables, in the format used by `config-variables.ts`. */
const ALERT_VARIABLES = {
  PRIVATE_WEBHOOKS: Type.Enum(['on', 'off'], {
    description:
      'Allow alert webhooks to call addresses in private networks and on this machine, even without TLS. Any manager of a customer can then reach everything that this server can reach.',
    default: 'off',
    write: 'on or off',
  }),
} as const;

/** Thrown if the server can't start with its configuration. The message is one line and says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const httpUrl = { pattern: '^https?://[^\\s/]+[^\\s]*$' };
const onOff = (description: string, fallback: string) =>
  Type.Boolean({ description, default: fallback, write: 'on or off' });

/**
 * Every variable that the server reads. `write` completes the sentence "write …" in the message about an invalid value.
 */
const Environment = Type.Object({
  PORT: Type.Integer({
    description: 'Port for the web client and the API.',
    default: '4000',
    minimum: 0,
    maximum: 65535,
    write: 'a port number, such as 4000',
  }),
  HOST: Type.String({
    description: 'Address to listen on. 127.0.0.1 blocks other machines.',
    default: '0.0.0.0',
    minLength: 1,
    write: 'an address of this machine, such as 0.0.0.0',
  }),
  DATA_DIR: Type.String({
    description: 'Folder for all data. Only one server can use it at the same time.',
    default: './data',
    minLength: 1,
    write: 'the path of a folder',
  }),
  DEMO: onOff(
    'Demo network with three demo accounts. Default: on if both stores are embedded and NODE_ENV is not production.',
    '',
  ),
  SIMULATOR: onOff('Live events for the demo network, sent by a separate process. Default: same as DEMO.', ''),
  PUBLIC_URL: Type.String({
    description: 'URL where browsers and outlets reach the server. Default: http://localhost:PORT.',
    default: '',
    ...httpUrl,
    write: 'a full URL, such as https://outlets.example.com',
  }),
  MIGRATE: Type.Enum(['at-start', 'wait'], {
    description:
      'at-start: migrate both stores at startup. wait: wait until `npm run admin -- migrate` has run, for deployments with a separate migration step; requires both database servers.',
    default: 'at-start',
    write: 'at-start or wait',
  }),
  DATABASE_URL: Type.String({
    description: 'PostgreSQL for accounts and the network. Leave blank for SQLite in DATA_DIR.',
    default: '',
    pattern: '^postgres(ql)?://\\S+$',
    write: 'an address such as postgres://user:password@host:5432/voltboard',
  }),
  CLICKHOUSE_URL: Type.String({
    description: 'ClickHouse for events. Leave blank for the embedded store (chDB) in DATA_DIR.',
    default: '',
    ...httpUrl,
    write: 'an address such as http://user:password@host:8123/voltboard',
  }),
  CLICKHOUSE_CLUSTER: Type.String({
    description:
      "Name of a cluster in the ClickHouse servers' remote_servers. Events are distributed over its shards. Leave blank for a single server.",
    default: '',
    pattern: '^[A-Za-z0-9_.-]+$',
    write: 'the name of a cluster, in letters, digits, _, - and .',
  }),
  CLICKHOUSE_NODES: Type.String({
    description:
      "HTTP addresses of all the cluster's nodes, separated by commas. One reachable node is enough to start. Leave blank to use the hosts of remote_servers with the port of CLICKHOUSE_URL.",
    default: '',
    pattern: '^https?://[^\\s,/@]+(,\\s*https?://[^\\s,/@]+)*$',
    write: 'addresses such as http://ch1:8123,http://ch2:8123',
  }),
  NETWORK_NAME: Type.String({
    description: "The network's name on screens, in emails and on shared reports.",
    default: USUAL_NETWORK_NAME,
    minLength: 1,
    maxLength: 60,
    write: 'a name of at most 60 characters',
  }),
  BRAND_COLOR: Type.String({
    description: 'Main color of screens, from which all shades are derived.',
    default: USUAL_BRAND_COLOR,
    pattern: '^#[0-9a-fA-F]{6}$',
    write: 'a color such as #333964',
  }),
  NETWORK_TIME_ZONE: Type.String({
    description: "IANA time zone of the network's days.",
    default: 'UTC',
    minLength: 1,
    write: 'an IANA time zone, such as America/New_York',
  }),
  OWNER_SHARE: Type.Number({
    description: "Outlet owner's share of the recorded revenue, unless the contract specifies another.",
    default: String(DEFAULT_OWNER_SHARE),
    minimum: 0,
    maximum: 1,
    write: 'a number from 0 to 1, such as 0.3',
  }),
  ...ENERGY_VARIABLES,
  STORE_FULL_IPS: onOff("Store visitors' full IP addresses instead of /24 and /48 networks.", 'off'),
  ...TRAFFIC_VARIABLES,
  ...ALERT_VARIABLES,
  MAP_STYLE_URL: Type.String({
    description:
      'MapLibre style of an external map, with tiles and fonts on the same origin. Leave blank for the included map.',
    default: '',
    ...httpUrl,
    write: 'the URL of a MapLibre style',
  }),
  GOOGLE_MAPS_KEY: Type.String({
    description: 'Key for the Google map on the sample pages. Leave blank for the included map.',
    default: '',
    maxLength: 200,
    write: 'a Google Maps key',
  }),
  SMTP_URL: Type.String({
    description:
      'SMTP server. If it contains a password, use smtps:// or add ?requireTLS=true. Leave blank to keep emails in the outbox at /admin/mail.',
    default: '',
    pattern: '^smtps?://\\S+$',
    write: 'an address such as smtps://user:password@mail.example.com',
  }),
  CONTACT_EMAIL: Type.String({
    description:
      'Address that also receives messages from the contact form. Leave blank to show them only at /admin/messages.',
    default: '',
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    maxLength: 254,
    write: 'an email address, such as operator@example.com',
  }),
  MAIL_FROM: Type.String({
    description: 'Sender of emails. Default: no-reply at the host of PUBLIC_URL.',
    default: '',
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    maxLength: 254,
    write: 'an email address, such as no-reply@outlets.example.com',
  }),
  MAIL_REPLY_TO: Type.String({
    description: 'Address to which people reply to emails. Default: CONTACT_EMAIL, otherwise MAIL_FROM.',
    default: '',
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    maxLength: 254,
    write: 'an email address, such as support@outlets.example.com',
  }),
  SIGN_UP: Type.Enum(['open', 'invite', 'closed'], {
    description:
      'Who may register. open: everyone (an account sees nothing until an administrator links it). invite: addresses that an administrator entered. closed: no one. Default: open with the demo, otherwise invite.',
    default: '',
    write: 'open, invite or closed',
  }),
  SESSION_SECRET: Type.String({
    description:
      'Secret that encrypts the keys for sessions and stored secrets, at least 32 characters. Leave blank to create one at the first start in DATA_DIR. With DATABASE_URL it is required and must be the same for all servers (a demo stores one in the database).',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  SESSION_SECRET_PREVIOUS: Type.String({
    description:
      'The previous SESSION_SECRET. Sessions stay signed in, and data is re-encrypted at startup. Remove it after every server has started with both.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'the previous SESSION_SECRET',
  }),
  SESSION_IDLE_MINUTES: Type.Integer({
    description:
      'A session ends after this many minutes without activity; half as many for administrators. Automatic requests of an open page do not count as activity.',
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
    description: 'Minimum password length.',
    default: '15',
    minimum: 8,
    maximum: 64,
    write: 'a number from 8 to 64',
  }),
  ...SIGN_IN_VARIABLES,
  ...SECURITY_VARIABLES,
  ...AUDIT_VARIABLES,
  ...BILLING_VARIABLES,
  ...RETENTION_VARIABLES,
  ...OUTLET_VARIABLES,
  ...BACKUP_VARIABLES,
  API_DOCS: onOff(
    'Serve the public API description at /api/openapi.json and /api/docs. Default: off if NODE_ENV is production, otherwise on.',
    '',
  ),
  ...METRICS_VARIABLES,
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    description:
      'Log level. Default: info if NODE_ENV is production, otherwise warn. Repeated warnings and errors are combined into one line per minute with a count.',
    default: '',
    write: 'fatal, error, warn, info, debug or silent',
  }),
});
export type Environment = Type.Static<typeof Environment>;

/**
 * Variables read by the web client's build, not by the server. They are listed here so that a single file names every
 * variable.
 */
const WEB_VARIABLES = [
  { name: 'VITE_API_HOST', description: 'Web client, at build time: base URL of the API.', default: '/api' },
  {
    name: 'VITE_BACKEND',
    description: 'Web client, at build time: off builds a client that shows sample data without a server.',
    default: 'on',
  },
] as const;

/** The name, description and default of every variable. `.env.example` is generated from this list. */
export const CONFIG_VARIABLES: readonly { name: string; description: string; default: string }[] = [
  ...Object.entries(Environment.properties).map(([name, schema]) => {
    const { description, default: fallback } = optionsOf(schema);
    return { name, description, default: fallback };
  }),
  ...WEB_VARIABLES,
];

/**
 * Converts and validates the variables that are set. Variables that are not set are absent from the result. Throws
 * `ConfigError`.
 */
export function readValues(env: Readonly<Record<string, string | undefined>>): Partial<Environment> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const text = textOf(name, env);
    if (text === '') continue;
    const value = fromText(schema, text);
    if (!Value.Check(schema, value) || !isAddressOrOther(text)) throw refused(name, text);
    values[name] = value;
  }
  return values as Partial<Environment>;
}

/**
 * Returns whether text that starts like the address of a web or mail server is a valid address, or a list of addresses.
 * A pattern alone would accept `http://[`.
 */
const isAddressOrOther = (text: string): boolean =>
  !/^(https?|smtps?):\/\//.test(text) ||
  URL.canParse(text) ||
  text.split(',').every((part) => URL.canParse(part.trim()));

/**
 * Returns the variable's value, or the content of the file that `NAME_FILE` names, which is how containers receive
 * secrets.
 */
function textOf(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const text = env[name]?.trim() ?? '';
  const path = env[`${name}_FILE`]?.trim() ?? '';
  if (path === '') return text;
  if (text !== '') throw new ConfigError(`${name}_FILE: ${name} is also set. Remove one of them.`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${name}_FILE: the file cannot be read (${(error as Error).message}).`);
  }
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

/** Creates the one-line error about an invalid value. The message does not contain secrets. */
export function refused(name: keyof Environment | (string & {}), text: string): ConfigError {
  const schema = (Environment.properties as Record<string, Type.TSchema>)[name];
  const shown = /SECRET|TOKEN|KEY|URL/.test(name) ? 'Its value' : `'${text}'`;
  return new ConfigError(`${name}: ${shown} is not valid. Use ${schema ? optionsOf(schema).write : 'another value'}.`);
}
