import { readFileSync } from 'node:fs';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { DEFAULT_OWNER_SHARE, LATEST_DAYS_LATE } from '#domain/constants.ts';
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
      'Days for which events keep what identifies their visitor: fingerprint, address, play token. A nightly job erases it from older events; late events are stored without it. Events, counts, and money stay; distinct visitors of older days are unknown. Leave blank for no limit.',
    default: '',
    minimum: 1,
    maximum: 36_500,
    write: 'a number of days, such as 90',
  }),
  RETENTION_MONTHS: Type.Integer({
    description:
      'Months for which single events are kept, 2 at least. Whole weeks of older ones are removed every night; sums by quarter hour stay, so that no figure changes. Empty: for ever.',
    default: '',
    minimum: LEAST_RETENTION_MONTHS,
    maximum: 1_200,
    write: `a number of months from ${LEAST_RETENTION_MONTHS} on (outlets report up to ${LATEST_DAYS_LATE} days late, and only whole weeks leave), such as 24`,
  }),
};

/** Metrics variables, in the format used by `config-variables.ts`. */
const METRICS_VARIABLES = {
  METRICS_TOKEN: Type.String({
    description:
      'Opens /metrics for Prometheus to who sends it as a bearer token, at least 32 characters. Empty: /metrics is not served.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    pattern: '^[\\x21-\\x7e]+$',
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  METRICS_PORT: Type.Integer({
    description: 'Port of 127.0.0.1 where Prometheus reads /metrics without a token. Empty: none.',
    default: '',
    minimum: 1,
    maximum: 65535,
    write: 'a free port number, such as 9400',
  }),
};

/** Variables for the outlet endpoints, in the format used by `config-variables.ts`. */
const OUTLET_VARIABLES = {
  INGEST_QUEUE_EVENTS: Type.Integer({
    description: 'Events that may wait for storage before outlets are told to wait (429).',
    default: '200000',
    minimum: 1000,
    maximum: 10_000_000,
    write: 'a number of events, such as 200000',
  }),
  PLAY_MINUTES: Type.Integer({
    description:
      'How long a served play may be shown. More for outlets on poor lines, which fetch plays ahead; so long its price is kept from the budget.',
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
      'File with ranges of addresses (CIDR, one a line) of data centers, in addition to the list that ships with the product: events of visitors with such addresses are kept and do not count. Read again when it changes. Empty: only the shipped list.',
    default: '',
    write: 'the path of a file',
  }),
  UNSIGNED_VIEWS: Type.Enum(['count', 'invalid'], {
    description:
      'Whether views without a play of this server count. invalid: only for flights that accept them. count: for every flight.',
    default: 'invalid',
    write: 'count or invalid',
  }),
} as const;

/** Alert variables, in the format used by `config-variables.ts`. */
const ALERT_VARIABLES = {
  PRIVATE_WEBHOOKS: Type.Enum(['on', 'off'], {
    description:
      'Whether webhooks of alerts may call addresses of private networks and this machine, also without TLS: any manager of a customer may then reach what this server reaches.',
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
  MIGRATE: Type.Enum(['at-start', 'wait'], {
    description:
      'at-start: a start brings the tables of both stores to its version. wait: it waits until `npm run admin -- migrate` did, for deployments that migrate in a step of their own; needs both servers.',
    default: 'at-start',
    write: 'at-start or wait',
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
  CLICKHOUSE_CLUSTER: Type.String({
    description:
      "Name of a cluster of the ClickHouse servers' remote_servers: events are spread over its shards. Empty: one server.",
    default: '',
    pattern: '^[A-Za-z0-9_.-]+$',
    write: 'the name of a cluster, in letters, digits, _, - and .',
  }),
  CLICKHOUSE_NODES: Type.String({
    description:
      "HTTP addresses of all the cluster's nodes, with commas; one that answers is enough for a start. Empty: the hosts of remote_servers, at the port of CLICKHOUSE_URL.",
    default: '',
    pattern: '^https?://[^\\s,/@]+(,\\s*https?://[^\\s,/@]+)*$',
    write: 'addresses such as http://ch1:8123,http://ch2:8123',
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
  ...ENERGY_VARIABLES,
  STORE_FULL_IPS: onOff("Store visitors' whole IP addresses instead of /24 and /48.", 'off'),
  ...TRAFFIC_VARIABLES,
  ...ALERT_VARIABLES,
  MAP_STYLE_URL: Type.String({
    description:
      'MapLibre style of an outside map, its tiles and fonts on the same origin. Empty: the map shipped with the product.',
    default: '',
    ...httpUrl,
    write: 'the address of a MapLibre style',
  }),
  GOOGLE_MAPS_KEY: Type.String({
    description: 'Key for the Google map of the sample pages. Empty: the map shipped with the product.',
    default: '',
    maxLength: 200,
    write: 'a Google Maps key',
  }),
  SMTP_URL: Type.String({
    description:
      'Mail server. Empty: mails stay in the outbox, readable at /admin/mail. With a password in it use smtps:// or add ?requireTLS=true.',
    default: '',
    pattern: '^smtps?://\\S+$',
    write: 'an address such as smtps://user:password@mail.example.com',
  }),
  CONTACT_EMAIL: Type.String({
    description: 'Where messages of the contact form are mailed as well. Empty: they only stand at /admin/messages.',
    default: '',
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    maxLength: 254,
    write: 'an e-mail address, such as operator@example.com',
  }),
  MAIL_FROM: Type.String({
    description: 'Sender of mails. Default: no-reply at the host of PUBLIC_URL.',
    default: '',
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    maxLength: 254,
    write: 'an e-mail address, such as no-reply@outlets.example.com',
  }),
  SIGN_UP: Type.Enum(['open', 'invite', 'closed'], {
    description:
      'Who may register: everybody (the account sees nothing until an administrator links it), addresses an administrator entered, nobody. Default: open with the demo, else invite.',
    default: '',
    write: 'open, invite or closed',
  }),
  SESSION_SECRET: Type.String({
    description:
      'Encrypts the keys that sign sessions and encrypt secrets, at least 32 characters. Leave blank: made at the first start and kept in DATA_DIR. With DATABASE_URL it has to be set, to the same for all servers (a demo keeps one there).',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'at least 32 random characters, such as the output of: openssl rand -base64 48',
  }),
  SESSION_SECRET_PREVIOUS: Type.String({
    description:
      'The SESSION_SECRET before the last change. Nobody is signed out, and what it encrypted is encrypted again at the start: remove it once each server has started with both.',
    default: '',
    minLength: 32,
    maxLength: 1024,
    write: 'the former SESSION_SECRET',
  }),
  SESSION_IDLE_MINUTES: Type.Integer({
    description:
      'A session ends after this many minutes in which nobody did anything; what an open page fetches by itself does not count (administrators: half of it).',
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
    'Serve the description of the API at /api/openapi.json and /api/docs, to everybody. Default: off when NODE_ENV is production, else on.',
    '',
  ),
  ...METRICS_VARIABLES,
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    description:
      'What is logged. Default: info when NODE_ENV is production, else warn. Warnings and errors of one cause are one line a minute, with a count.',
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
  { name: 'VITE_API_HOST', description: 'Web client, at build time: where its calls go.', default: '/api' },
  {
    name: 'VITE_BACKEND',
    description: 'Web client, at build time: off builds a client that calls no server and shows its samples.',
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
  if (text !== '') throw new ConfigError(`${name}_FILE: ${name} is set as well; leave one of them out.`);
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
  return new ConfigError(
    `${name}: ${shown} cannot be used; write ${schema ? optionsOf(schema).write : 'another value'}.`,
  );
}
