import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NetworkSettings, SETTING_NAMES, type SettingsForm, type ShownSetting } from '#contract/settings.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import { DAY_MS } from '#domain/durations.ts';
import { readConfig } from '../../config/config.ts';
import { findStoredSettings } from '../../settings/network-settings-queries.ts';
import { createSettingsWatch, withStored } from '../../settings/stored-settings.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight } from '../../testing/makers.ts';

let server: TestApp;
let headers: { authorization: string };

beforeAll(async () => {
  server = await createTestApp({ env: { FOUR_EYES: 'off' } });
  headers = await server.asRole('admin');
});
afterAll(() => server.close());

const read = async () => (await server.app.inject({ url: '/api/admin/settings', headers })).json<NetworkSettings>();
const put = async (form: Omit<SettingsForm, 'version'> & { readonly version?: string }) => {
  const { version } = await read();
  return server.app.inject({ method: 'PUT', url: '/api/admin/settings', headers, payload: { version, ...form } });
};
const settingOf = ({ data }: NetworkSettings, name: ShownSetting['name']) => data.find((one) => one.name === name);
const site = async () =>
  (await server.app.inject({ url: '/api/config' })).json<{ sign_up: string; owner_share: number }>();

test('lists every setting with its default', async () => {
  const { data } = await read();
  expect(data.map(({ name }) => name)).toEqual(SETTING_NAMES);
  expect(settingOf({ data, version: '' }, 'sign_up')).toEqual({
    name: 'sign_up',
    value: 'invite',
    saved: null,
    default: 'invite',
    source: 'default',
    from: null,
  });
});

test('a stored setting takes effect at once, in other processes too, is audited, and can be restored', async () => {
  expect((await site()).sign_up).toBe('invite');
  const changed = (await put({ name: 'sign_up', value: 'closed' })).json<NetworkSettings>();
  expect(settingOf(changed, 'sign_up')).toMatchObject({ value: 'closed', saved: 'closed', source: 'stored' });
  expect((await site()).sign_up).toBe('closed');
  const other = { ...server.dependencies.config, signUp: 'open' as const };
  await createSettingsWatch(other, server.accounts)();
  expect(other.signUp).toBe('closed');
  const entry = await server.accounts
    .selectFrom('audit_log')
    .select(['subject', 'detail'])
    .where('action', '=', 'settings.changed')
    .executeTakeFirstOrThrow();
  expect(entry.subject).toBe('sign_up');
  expect(JSON.parse(entry.detail)).toEqual({ value: { before: 'default', after: 'closed' } });
  await put({ name: 'sign_up', value: null });
  expect((await site()).sign_up).toBe('invite');
});

test('the environment takes precedence over a stored value', async () => {
  expect(settingOf(await read(), 'four_eyes')).toMatchObject({ value: 'off', source: 'environment' });
  const refused = await put({ name: 'four_eyes', value: 'on' });
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringContaining('FOUR_EYES is set in the environment'),
  ]);
  const rows = [{ name: 'four_eyes', value: 'on', valid_from: 0 }];
  expect(withStored(server.dependencies.config, rows).fourEyes).toBe(false);
});

test.each([
  ['sign_up', 'everyone', /Use open, invite or closed/],
  ['close_after_days', '26', /Use a number of days from 0 to 25/],
  ['color', 'blue', /Use a color such as #333964/],
  ['time_zone', 'Mars/Phobos', /Use an IANA time zone/],
  ['currency', 'JPY', /Use the ISO 4217 code/],
  ['name', ' ', /Enter a value, or restore the default/],
  ['name', 'x'.repeat(61), /at most 60 characters/],
  ['owner_share', '101%', /Enter a share from 0 to 100%/],
  ['retention_months', '1', /Use at least 2 months/],
] as const)('rejects %s = %s and changes nothing', async (name, value, why) => {
  const before = await read();
  const refused = await put({ name, value, from: '2027-01-01' });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringMatching(why)]);
  expect(await read()).toEqual(before);
});

test('a default share applies to events from its day on, and never to earlier ones', async () => {
  const { config } = server.dependencies;
  const base = (await site()).owner_share;
  for (const from of [undefined, '2026-02-30', new Date(TEST_NOW).toISOString().slice(0, 10)]) {
    const refused = await put({ name: 'owner_share', value: '45%', ...(from === undefined ? {} : { from }) });
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('Enter a date from')]);
  }
  const fromMs = Date.parse('2027-01-10T00:00:00Z');
  const changed = (await put({ name: 'owner_share', value: '45%', from: '2027-01-10' })).json<NetworkSettings>();
  expect(settingOf(changed, 'owner_share')).toMatchObject({ value: String(base), saved: '0.45', from: '2027-01-10' });
  expect(defaultShareAt(config, fromMs - 1)).toBe(base * 1_000_000);
  expect(defaultShareAt(config, fromMs)).toBe(450_000);
  expect((await site()).owner_share).toBe(base);
  // Sessions end in between.
  server.clock.ms = fromMs + DAY_MS;
  headers = await server.asRole('admin');
  expect((await site()).owner_share).toBe(0.45);
  expect(settingOf(await read(), 'owner_share')).toMatchObject({ value: '0.45', source: 'stored', from: null });
  server.clock.ms = TEST_NOW;
  headers = await server.asRole('admin');
});

test('the currency changes only before the first price', async () => {
  expect((await put({ name: 'currency', value: 'EUR' })).statusCode).toBe(200);
  // It takes effect with the next start.
  expect(settingOf(await read(), 'currency')).toMatchObject({ value: 'USD', saved: 'EUR' });
  await put({ name: 'currency', value: null });
  const advertiser = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(server.accounts, { customerId: advertiser.id });
  await makeFlight(server.accounts, { campaignId: campaign.id });
  const refused = await put({ name: 'currency', value: 'EUR' });
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('can’t be converted to EUR')]);
});

test('of two administrators who change what they saw, only the first one succeeds', async () => {
  const { version } = await read();
  expect((await put({ name: 'name', value: 'Harbor Power', version })).statusCode).toBe(200);
  const late = await put({ name: 'color', value: '#112233', version });
  expect([late.statusCode, late.body]).toEqual([409, expect.stringContaining('Reload them')]);
});

test('a stored value that this version rejects does not keep the server from starting', async () => {
  const rows = [...(await findStoredSettings(server.accounts)), { name: 'sign_up', value: 'robots', valid_from: 0 }];
  const read = withStored(readConfig(server.dependencies.config.environment), rows);
  expect([read.signUp, read.networkName]).toEqual(['invite', 'Harbor Power']);
});
