import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { hashToken } from '../lib/random-token.ts';
import { hashAccessKey } from '../network/access-key.ts';
import { checkPassword } from '../sign-in/password.ts';
import { askProgram } from '../testing/servers/ask-servers.ts';
import { runAdmin } from './run-admin.ts';

let folder: string;
/** A store that stays open during all tests, like a running server's store. */
let accounts: AccountsDb;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const env = () => ({
  DATA_DIR: folder,
  PUBLIC_URL: 'https://outlets.example.com',
  NETWORK_TIME_ZONE: 'America/Chicago',
});

async function admin(args: string[], input = '') {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin({
    args,
    env: env(),
    terminal: { input: Readable.from([Buffer.from(input)]), output },
    errors,
    now: () => NOW,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voltboard-admin-'));
  for (const kind of ['customers', 'outlets', 'campaigns']) {
    expect(await admin(['import', `docs/examples/${kind}.csv`])).toMatchObject({ code: 0, err: '' });
  }
  accounts = await openAccounts({ dataDir: folder });
});

afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const userOf = (email: string) =>
  accounts.selectFrom('users').selectAll().where('email_key', '=', email).executeTakeFirstOrThrow();
const lastAudit = () => accounts.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

test('create-admin reads the password from standard input and normalizes the address', async () => {
  const { code, out } = await admin(
    ['create-admin', '--email', ' Ada@Example.COM', '--name', 'Ada  King Lovelace'],
    'a few random words\n',
  );
  expect(code).toBe(0);
  expect(out).toContain('Created ada@example.com (admin).');
  expect(out).not.toContain('random words');
  const user = await userOf('ada@example.com');
  expect(user).toMatchObject({
    role: 'admin',
    first_name: 'Ada',
    last_name: 'King Lovelace',
    email_verified: 1,
    customer_id: null,
  });
  expect(await checkPassword('a few random words', user.password_hash)).toBe(true);
  expect(await lastAudit()).toMatchObject({
    action: 'user.created',
    subject: 'ada@example.com',
    actor: 'command line',
  });
});

test('rejects an address that has an account, regardless of its spelling', async () => {
  await admin(['create-admin', '--email', 'twice@example.com', '--one-time-link']);
  const again = await admin(['create-admin', '--email', 'ＴWICE@example.com', '--one-time-link']);
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toBe('twice@example.com already has an account. Use login-link to sign in to it.\n');
});

test.each([
  [['create-admin', '--email', 'a@b,c@d.example', '--one-time-link'], '', /is not an email address/],
  [['create-admin', '--email', 'x@y.example%0d%0aBcc:z', '--one-time-link'], '', /is not an email address/],
  [['create-admin', '--email', 'new@example.com'], 'short', /has 5 characters\. Use at least 15/],
  [['create-admin', '--email', 'new@example.com'], 'aaaaaaaaaaaaaaaa', /easy to guess/],
  [['create-admin', '--email', 'new@example.com'], '', /Standard input contains no password/],
  [['create-user', '--email', 'new@example.com', '--role', 'property', '--one-time-link'], '', /requires --customer/],
  [
    [
      'create-user',
      '--email',
      'new@example.com',
      '--role',
      'property',
      '--customer',
      'Cascade Bottling',
      '--one-time-link',
    ],
    '',
    /is a customer of the kind advertiser, not property/,
  ],
  [['login-link', '--email', 'nobody@example.com'], '', /has no account/],
  [['issue-key'], '', /Specify either --eui/],
  [['issue-key', '--eui', '70B3D57ED0FFFFFF'], '', /No outlet has the EUI/],
  [['issue-key', '--customer', 'Cascade Bottling'], '', /is an advertiser and has no outlets/],
  [['revoke-key', '--prefix', 'vb_0000000'], '', /matches no key/],
  [
    ['set-price', '--flight', 'TIDE-HOTEL', '--model', 'cpc', '--price', '1e3', '--from', '2027-01-01'],
    '',
    /is not a price/,
  ],
  [
    ['set-price', '--flight', 'TIDE-HOTEL', '--model', 'cpm', '--price', '0.0104', '--from', '2027-01-01'],
    '',
    /charged as 0\.01, .* use 0\.010 or 0\.011/,
  ],
  [['set-share', '--customer', 'Pier House Hotels', '--share', '1.2', '--from', '2027-01-01'], '', /is not a share/],
  [
    [
      'move-outlet',
      '--eui',
      '70B3D57ED0A10001',
      '--customer',
      'Pier House Hotels',
      '--venue',
      'Attic',
      '--from',
      '2027-01-01',
    ],
    '',
    /Its venues: 'Pier House Boston'/,
  ],
  [['import', 'data.csv'], '', /Add --kind/],
  [['import', 'no/customers.csv'], '', /does not exist/],
])('rejects %j in one line', async (args, input, message) => {
  const { code, err } = await admin(args, input);
  expect(code).toBe(1);
  expect(err).toMatch(message);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test.each([
  [['nonsense']],
  [['create-admin']],
  [['create-user', '--email', 'a@b.example', '--role', 'admin']],
  [['import']],
])('wrong usage %j exits with 2 and points to --help', async (args) => {
  const { code, err } = await admin(args);
  expect(code).toBe(2);
  expect(err).toContain('--help');
});

test("--help lists every command, and a command's help its options", async () => {
  const { code, out } = await admin(['--help']);
  expect(code).toBe(0);
  for (const name of [
    'create-admin',
    'create-user',
    'login-link',
    'issue-key',
    'revoke-key',
    'list-keys',
    'import',
    'set-price',
    'set-share',
    'move-outlet',
  ]) {
    expect(out).toContain(name);
  }
  expect((await admin(['import', '--help'])).out).toMatch(/--dry-run[\s\S]*customers\.csv[\s\S]*venue_lat/);
});

test('a login link contains a 15-minute code that is stored as a hash', async () => {
  const customer = ['--role', 'property', '--customer', 'pier house hotels'];
  const { out } = await admin(['create-user', '--email', 'owner@example.com', ...customer, '--one-time-link']);
  const [, code = ''] = /https:\/\/outlets\.example\.com\/login\?token=([\w-]{43})/.exec(out) ?? [];
  const stored = await accounts
    .selectFrom('login_codes')
    .selectAll()
    .where('id', '=', hashToken(code))
    .executeTakeFirstOrThrow();
  const user = await userOf('owner@example.com');
  expect(stored).toMatchObject({ user_id: user.id, expires_at: NOW + 15 * MINUTE_MS, used_at: null });
  expect(user).toMatchObject({ role: 'property', password_hash: null });
  expect(user.customer_id).not.toBeNull();
  const { out: link } = await admin(['login-link', '--email', 'Owner@example.com']);
  expect(link).toContain('/login?token=');
});

test('a key is shown once, stored as a hash, listed by its prefix and revoked at once', async () => {
  const { out } = await admin(['issue-key', '--eui', '70-B3-D5-7E-D0-A1-00-01', '--label', 'van 3']);
  const [key = ''] = /vb_[\w-]{43}/.exec(out) ?? [];
  const stored = () =>
    accounts.selectFrom('access_keys').selectAll().where('key_hash', '=', hashAccessKey(key)).executeTakeFirstOrThrow();
  expect(await stored()).toMatchObject({
    prefix: key.slice(0, 10),
    customer_id: null,
    revoked_at: null,
    label: 'van 3',
  });
  const gateway = await admin(['issue-key', '--customer', 'Pier House Hotels']);
  expect(gateway.out).toContain('Access key for gateway of Pier House Hotels');
  const list = await admin(['list-keys']);
  expect(list.out).toMatch(new RegExp(`${key.slice(0, 10)}  outlet   70B3D57ED0A10001 .*van 3`));
  expect(list.out).not.toContain(key);
  expect((await admin(['revoke-key', '--prefix', key.slice(0, 10)])).code).toBe(0);
  expect((await stored()).revoked_at).toBe(NOW);
  expect((await admin(['revoke-key', '--prefix', key.slice(0, 10)])).err).toContain('is already revoked');
});

test('a flight is paused and resumed, each once, and the log records it', async () => {
  const pause = ['pause-flight', '--flight', 'TIDE-HOTEL'];
  expect((await admin(pause)).out).toContain('TIDE-HOTEL (New in town) is paused.');
  expect((await admin(pause)).out).toContain('is already paused.');
  expect((await admin(['resume-flight', '--flight', 'TIDE-HOTEL'])).out).toContain('is running.');
  expect((await admin(['resume-flight', '--flight', 'NONE'])).code).toBe(1);
});

test('prices and shares begin new versions and keep the old ones', async () => {
  const price = [
    'set-price',
    '--flight',
    'TIDE-HOTEL',
    '--model',
    'cpb',
    '--price',
    '0.123456',
    '--from',
    '2027-01-01',
  ];
  expect((await admin(price)).out).toContain('TIDE-HOTEL (New in town): cpb 0.123456 from 2027-01-01 00:00 CST.');
  expect((await admin(price)).code).toBe(0);
  expect((await admin(price.with(6, '0.2'))).err).toContain(
    'Another price of TIDE-HOTEL already starts on 2027-01-01 00:00 CST',
  );
  const prices = await accounts
    .selectFrom('flight_prices')
    .innerJoin('flights', 'flights.id', 'flight_prices.flight_id')
    .select(['model', 'price_micros', 'valid_from'])
    .where('code', '=', 'TIDE-HOTEL')
    .orderBy('valid_from')
    .execute();
  expect(prices).toEqual([
    { model: 'cpc', price_micros: 850_000, valid_from: Date.parse('2026-11-21T06:00:00Z') },
    { model: 'cpb', price_micros: 123_456, valid_from: Date.parse('2027-01-01T06:00:00Z') },
  ]);
  const share = await admin([
    'set-share',
    '--customer',
    'Union Station Concourse',
    '--share',
    '33.25%',
    '--from',
    '2026-01-01',
  ]);
  expect(share.out).toContain('a share of 33.25%');
  expect(share.out).toContain('Events that were already accepted keep their amounts');
});

test('an outlet moves at a given time, in the time zone of its new place', async () => {
  const move = [
    'move-outlet',
    '--eui',
    '70B3D57ED0A10002',
    '--customer',
    'Union Station Concourse',
    '--venue',
    'track 9 HALL',
    '--from',
    '2026-12-24',
  ];
  expect((await admin(move)).out).toContain(
    "70B3D57ED0A10002 is at 'Track 9 hall' of Union Station Concourse from 2026-12-24 00:00 CST.",
  );
  expect((await admin(move)).code).toBe(0);
  expect((await admin(move.with(8, '2026-12-20'))).err).toContain("has been at 'Track 9 hall' since 2026-12-24");
  const rows = await accounts
    .selectFrom('outlet_assignments')
    .innerJoin('outlets', 'outlets.id', 'outlet_assignments.outlet_id')
    .select(['from_at', 'to_at'])
    .where('eui', '=', '70b3d57ed0a10002')
    .orderBy('from_at')
    .execute();
  const moved = Date.parse('2026-12-24T06:00:00Z');
  expect(rows.map(({ from_at, to_at }) => [from_at, to_at])).toEqual([
    [Date.parse('2026-01-01T05:00:00Z'), moved],
    [moved, null],
  ]);
});

/** Runs the program as a separate process, because the store's locks apply between processes. */
async function spawnAdmin(args: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = [await askProgram('admin'), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...process.env, ...env() } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

test('the program runs as a separate process while the store is open', async () => {
  writeFileSync(join(folder, 'customers.csv'), 'name,kind\nSpawned Gym,property\n');
  const { out } = await spawnAdmin(['import', join(folder, 'customers.csv')]);
  expect(out).toContain('customers: 1 new, 0 changed, 0 unchanged');
  const refused = await spawnAdmin(['login-link', '--email', 'nobody@example.com']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('has no account') });
  const found = await accounts.selectFrom('customers').select('id').where('name', '=', 'Spawned Gym').execute();
  expect(found).toHaveLength(1);
});

test('concurrent calls for one address create one administrator', async () => {
  const create = () => spawnAdmin(['create-admin', '--email', 'race@example.com', '--one-time-link']);
  const calls = await Promise.all([create(), create(), create()]);
  expect(calls.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
  const users = await accounts.selectFrom('users').select('id').where('email_key', '=', 'race@example.com').execute();
  expect(users).toHaveLength(1);
});
