import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CONFIG_VARIABLES, ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...env });

test('by default uses the numbers of docs/specification.md#constants and the fixed names of docs/decisions.md#fixed-names', () => {
  expect(read()).toMatchObject({
    port: 4000,
    demo: true,
    simulator: true,
    publicUrl: 'http://localhost:4000',
    networkTimeZone: 'UTC',
    ownerSharePpm: 300_000,
    energyMilliWhPerView: 25_000,
    energyCostPerKwh: 0.17,
    databaseUrl: null,
    clickhouseUrl: null,
  });
});

test.each([
  [{}, true],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'production', DEMO: 'on' }, true],
  [{ DATABASE_URL: 'postgres://host/db', SESSION_SECRET: randomBytes(48).toString('base64url') }, false],
  [{ CLICKHOUSE_URL: 'http://host:8123' }, false],
  [{ DEMO: 'off' }, false],
])('with %o the demo network is on: %s', (env, demo) => {
  expect(read(env).demo).toBe(demo);
});

test('a value may come from a file, as containers receive secrets, but not from two places', () => {
  const file = join(folder, 'database-url');
  writeFileSync(file, 'postgres://host/from-file\n');
  expect(read({ DATABASE_URL_FILE: file, SESSION_SECRET: randomBytes(48).toString('base64url') }).databaseUrl).toBe(
    'postgres://host/from-file',
  );
  expect(() => read({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://host/db' })).toThrow(
    new ConfigError('DATABASE_URL_FILE: DATABASE_URL is also set. Remove one of them.'),
  );
  expect(() => read({ SMTP_URL_FILE: join(folder, 'absent') })).toThrow(
    /^SMTP_URL_FILE: the file cannot be read \(ENOENT/,
  );
});

test('a cluster is its name and, if they differ, the addresses of its nodes', () => {
  const url = { CLICKHOUSE_URL: 'http://host:8123/outlets', CLICKHOUSE_CLUSTER: 'volts' };
  expect(read(url).clickhouseCluster).toEqual({ name: 'volts', nodes: [] });
  expect(read({ ...url, CLICKHOUSE_NODES: 'http://a:1, http://b:2' }).clickhouseCluster?.nodes).toEqual([
    'http://a:1',
    'http://b:2',
  ]);
});

test.each([
  [{ PORT: 'abc' }, "PORT: 'abc' is not valid. Use a port number, such as 4000."],
  [{ PORT: '70000' }, "PORT: '70000' is not valid. Use a port number, such as 4000."],
  [{ PORT: '4e3' }, "PORT: '4e3' is not valid. Use a port number, such as 4000."],
  [{ DEMO: 'perhaps' }, "DEMO: 'perhaps' is not valid. Use on or off."],
  [{ OWNER_SHARE: '30' }, "OWNER_SHARE: '30' is not valid. Use a number from 0 to 1, such as 0.3."],
  [{ ENERGY_KWH_PER_VIEW: '.' }, "ENERGY_KWH_PER_VIEW: '.' is not valid. Use kWh as a number, such as 0.025."],
  [
    { NETWORK_TIME_ZONE: 'Mars' },
    "NETWORK_TIME_ZONE: 'Mars' is not valid. Use an IANA time zone, such as America/New_York.",
  ],
  [
    { CURRENCY: 'JPY' },
    "CURRENCY: 'JPY' is not valid. Use the ISO 4217 code of a currency with two decimals, such as USD or EUR.",
  ],
  [
    { CURRENCY: 'QQQ' },
    "CURRENCY: 'QQQ' is not valid. Use the ISO 4217 code of a currency with two decimals, such as USD or EUR.",
  ],
  [
    { TRUST_PROXY: '10.0.0.0/33' },
    "TRUST_PROXY: '10.0.0.0/33' is not valid. Use addresses such as 10.0.0.0/8,127.0.0.1.",
  ],
  ...['Production', 'prod', 'PRODUCTION', ' production'].map((mode): [Record<string, string>, string] => [
    { NODE_ENV: mode },
    `NODE_ENV: '${mode}' is not valid. Use production, development or test, in lower case.`,
  ]),
  [{ CLICKHOUSE_CLUSTER: 'volts' }, 'CLICKHOUSE_CLUSTER: also set CLICKHOUSE_URL to the address of one of its nodes.'],
  [
    { CLICKHOUSE_URL: 'http://host:8123', CLICKHOUSE_NODES: 'http://one:8123' },
    'CLICKHOUSE_NODES: also set CLICKHOUSE_CLUSTER, or leave CLICKHOUSE_NODES blank.',
  ],
  [
    { CLICKHOUSE_NODES: 'one:8123' },
    "CLICKHOUSE_NODES: 'one:8123' is not valid. Use addresses such as http://ch1:8123,http://ch2:8123.",
  ],
  [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL: 'loud' is not valid. Use fatal, error, warn, info, debug or silent."],
])('rejects %o in one line that says what to write', (env, message) => {
  expect(() => read(env)).toThrow(new ConfigError(message));
});

test.each([
  'secret',
  'a'.repeat(40),
  'change-me-change-me-change-me-0123456789',
  'this is my secret 0123456789 abcdef',
])('rejects the session secret %s and does not repeat it', (secret) => {
  expect(() => read({ SESSION_SECRET: secret })).toThrow(/^SESSION_SECRET: Its value is not valid. Use at least 32/);
});

test('with a database server, all servers share the session secret, so it must be set', () => {
  const own = mkdtempSync(join(folder, 'server-'));
  const databaseUrl = { DATA_DIR: own, DATABASE_URL: 'postgres://host/db' };
  expect(() => read(databaseUrl)).toThrow(
    /^SESSION_SECRET: it is required with DATABASE_URL and must be the same for all servers/,
  );
  expect(readdirSync(own)).toEqual([]);
  expect(read({ ...databaseUrl, DEMO: 'on' }).hasOwnSecret).toBe(false);
  const secret = randomBytes(48).toString('base64url');
  expect(read({ ...databaseUrl, SESSION_SECRET: secret })).toMatchObject({ sessionSecret: secret, hasOwnSecret: true });
});

test('without a session secret, generates one, keeps it for the next start, and lets only its owner read it', () => {
  const { sessionSecret } = read();
  const file = join(folder, 'session-secret');
  expect(readFileSync(file, 'utf8')).toBe(sessionSecret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(read().sessionSecret).toBe(sessionSecret);
});

test('closes files of a data folder to other users, even if they were left open', () => {
  const open = mkdtempSync(join(tmpdir(), 'voltboard-open-'));
  for (const name of ['accounts.sqlite', 'accounts.sqlite-wal', 'demo-keys.json']) writeFileSync(join(open, name), '');
  mkdirSync(join(open, 'events'));
  for (const [name, mode] of [
    ['accounts.sqlite', 0o644],
    ['accounts.sqlite-wal', 0o664],
    ['events', 0o755],
  ] as const)
    chmodSync(join(open, name), mode);
  // The installation's secret is no longer known, but the permissions are set before the secret is needed.
  expect(() => read({ DATA_DIR: open, SESSION_SECRET: randomBytes(48).toString('base64url') })).not.toThrow();
  for (const name of ['accounts.sqlite', 'accounts.sqlite-wal', 'events'])
    expect(statSync(join(open, name)).mode & 0o077, name).toBe(0);
  writeFileSync(join(open, 'made-later'), '');
  expect(statSync(join(open, 'made-later')).mode & 0o077).toBe(0);
});

test('by default, the API description is public only outside of production', () => {
  expect(read().apiDocs).toBe(true);
  const real = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://outlets.example.com',
    SESSION_SECRET: randomBytes(48).toString('base64url'),
  };
  expect(read(real).apiDocs).toBe(false);
  expect(read({ ...real, API_DOCS: 'on' }).apiDocs).toBe(true);
});

test('replaces an empty or damaged session secret only while nothing can be encrypted with it', () => {
  const young = join(folder, 'young');
  mkdirSync(young);
  for (const text of ['', 'short', '\0'.repeat(64)]) {
    writeFileSync(join(young, 'session-secret'), text);
    expect(read({ DATA_DIR: young }).sessionSecret).toMatch(/^[\w-]{64}$/);
    expect(readdirSync(young)).toEqual(['session-secret']);
  }
  writeFileSync(join(young, 'session-secret'), '');
  expect(() => read({ DATA_DIR: young, DATABASE_URL: 'postgres://host/db' })).toThrow(ConfigError);
  writeFileSync(join(young, 'accounts.sqlite'), '');
  for (const text of ['', '\0'.repeat(64)]) {
    writeFileSync(join(young, 'session-secret'), text);
    expect(() => read({ DATA_DIR: young })).toThrow(/session-secret is empty or damaged\. Restore it from a backup/);
  }
});

test.each([
  ['session-secret', 'folder'],
  ['server.lock', 'folder'],
  ['accounts.sqlite', 'folder'],
  ['events', 'file'],
  ['events/journal', 'file'],
  ['events/journal/0', 'folder'],
  ['events/journal/1', 'folder'],
  ['events/journal/refused', 'folder'],
  ['events.open', 'folder'],
  ['events.ballast', 'folder'],
  ['demo-keys.json', 'folder'],
])('reports if %s is a %s, with what to do', (name, kind) => {
  const strange = mkdtempSync(join(folder, 'strange-'));
  mkdirSync(dirname(join(strange, name)), { recursive: true });
  if (kind === 'folder') mkdirSync(join(strange, name));
  else writeFileSync(join(strange, name), '');
  const wanted = kind === 'folder' ? 'file' : 'folder';
  expect(() => read({ DATA_DIR: strange })).toThrow(
    new ConfigError(
      `${join(strange, name)} is a ${kind}, but Voltboard needs a ${wanted} there. Move it away and start again.`,
    ),
  );
});

test.each(['/nowhere/at/all', 'server.lock'])('reports a dangling link to %s', (target) => {
  const strange = mkdtempSync(join(folder, 'strange-'));
  symlinkSync(target, join(strange, 'server.lock'));
  expect(() => read({ DATA_DIR: strange })).toThrow(/server\.lock is a broken link\. .* start again\.$/);
});

test('reports a folder that cannot be created', () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(() => readConfig({ DATA_DIR: join(file, 'data') })).toThrow(/^DATA_DIR: .*a-file\/data is not writable\. /);
});

test('open registration in production needs a mail server', () => {
  const real = { NODE_ENV: 'production', SIGN_UP: 'open' };
  expect(() => read(real)).toThrow(/^SIGN_UP: open requires a mail server\. Set SMTP_URL/);
  expect(read({ ...real, SMTP_URL: 'smtps://mail.example.com' }).signUp).toBe('open');
  expect([read().signUp, read({ DEMO: 'off' }).signUp]).toEqual(['open', 'invite']);
});

test('mails come from the host of PUBLIC_URL unless another sender is set', () => {
  expect(read({ PUBLIC_URL: 'https://outlets.example.com' }).mailFrom).toBe('no-reply@outlets.example.com');
  expect(read({ MAIL_FROM: 'voltboard@hotel.example' }).mailFrom).toBe('voltboard@hotel.example');
});

test('every variable has a description', () => {
  expect(CONFIG_VARIABLES.filter(({ description }) => description.length < 10)).toEqual([]);
});

test('a sign-in provider is configured fully or not at all, and over TLS unless it is on this machine', () => {
  expect(read().signInProviders).toEqual([]);
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hidden' };
  expect(read(google).signInProviders).toEqual([
    { name: 'google', label: 'Google', issuer: 'https://accounts.google.com', clientId: 'id', clientSecret: 'hidden' },
  ]);
  expect(() => read({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together/);
  const other = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hidden' };
  expect(() => read(other)).toThrow(/and OIDC_ISSUER belong together/);
  expect(() => read({ ...other, OIDC_ISSUER: 'http://login.example.com' })).toThrow(/must start with https/);
  expect(read({ ...other, OIDC_ISSUER: 'http://127.0.0.1:9' }).signInProviders).toHaveLength(1);
});

test('administrators need a second factor unless the demo is on or the configuration disables it', () => {
  expect([read().adminMfa, read({ DEMO: 'off' }).adminMfa]).toEqual([false, true]);
  expect([read({ ADMIN_MFA: 'on' }).adminMfa, read({ DEMO: 'off', ADMIN_MFA: 'off' }).adminMfa]).toEqual([true, false]);
});
