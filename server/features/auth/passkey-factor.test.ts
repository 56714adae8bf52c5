import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { Failure } from '#contract/common.ts';
import type { PasskeyRequest } from '#contract/passkeys.ts';
import type { SecondFactorSeed, SecondFactorState } from '#contract/second-factor.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { forgetExpired } from '../../databases/accounts/forget-expired.ts';
import { eraseDeletedAccounts } from '../../erasure/erase-accounts.ts';
import { passkeySite } from '../../sign-in/passkey-site.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { bearer, passkeySteps } from './testing/passkey-steps.ts';
import { createSoftPasskey, otherKey, type SoftPasskey } from './testing/soft-passkey.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { ADMIN_MFA: 'on' } });
});
afterAll(() => server.close());
let address = 0;
beforeEach(() => {
  server.clock.ms = TEST_NOW;
  address += 1;
});
const { call, beginAdding, add, askToSign, signIn, signInWith, login, listed, mailsTo, actionsOf, owner } =
  passkeySteps(
    () => server,
    () => `198.51.102.${address}`,
  );
const codeOf = (seed: string) => new TOTP({ secret: seed }).generate({ timestamp: server.clock.ms });
const stateOf = async (headers: object) =>
  (await call('GET', '/auth/second-factor', headers)).json<SecondFactorState>();
const secondStep = (challenge: string, proof: object) =>
  call('POST', '/auth/second-factor', {}, { challenge, ...proof });
const askToConfirm = async (headers: object) =>
  (await call('POST', '/auth/passkeys/confirm/options', headers)).json<PasskeyRequest>();
const confirm = (headers: object, passkey: object) => call('POST', '/auth/confirm', headers, { passkey });
async function setUpApp(headers: object): Promise<string> {
  const { seed } = (await call('POST', '/auth/second-factor/seed', headers)).json<SecondFactorSeed>();
  expect((await call('PUT', '/auth/second-factor', headers, { code: codeOf(seed) })).statusCode).toBe(200);
  return seed;
}

describe('as the second step', () => {
  test('the password alone opens nothing without the passkey of the account or a recovery code', async () => {
    const { email, id, passkey, recoveryCodes, row } = await owner();
    const first = await login(email);
    expect(first).toMatchObject({ status: false, data: '', passkey: true });
    const request = await askToSign(first.challenge);
    expect(request.credentials).toEqual([{ id: passkey.id, transports: ['internal', 'hybrid'] }]);
    expect(row.name).toBe('Phone');
    const entered = await secondStep(first.challenge ?? '', { passkey: passkey.sign(request, { handle: null }) });
    const { data } = entered.json<LoginAnswer>();
    expect((await call('GET', '/auth/me', bearer(data))).json<CurrentUser>()).toMatchObject({ id });
    const again = await login(email);
    expect((await secondStep(again.challenge ?? '', { code: recoveryCodes[0] })).statusCode).toBe(200);
    expect((await secondStep((await login(email)).challenge ?? '', { code: recoveryCodes[0] })).statusCode).toBe(401);
  });

  test('is refused from another account, for another purpose or sign-in, and without the first step', async () => {
    const [mine, other] = [await owner(), await owner()];
    const { challenge = '' } = await login(mine.email);
    const own = await askToSign(challenge);
    const wrong = [
      other.passkey.sign(own),
      mine.passkey.sign(await askToSign()),
      mine.passkey.sign(await askToConfirm(mine.headers)),
      mine.passkey.sign(own, { key: otherKey() }),
      mine.passkey.sign(await askToSign((await login(other.email)).challenge)),
    ];
    expect((await signIn(mine.passkey.sign(await askToSign(challenge)))).statusCode).toBe(401);
    for (const passkey of wrong) expect((await secondStep(challenge, { passkey })).statusCode).toBe(401);
    const none = await call('POST', '/auth/passkeys/sign-in/options', {}, { challenge: 'unknown' });
    expect([none.statusCode, none.json<Failure>().error.message]).toEqual([
      400,
      'This sign-in has expired. Start again.',
    ]);
  });

  test('compares five wrong answers from any unknown browsers, and then none', async () => {
    const { email, passkey } = await owner();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { challenge = '' } = await login(email);
      const passkeyOf = passkey.sign(await askToSign(challenge), { key: otherKey() });
      expect((await secondStep(challenge, { passkey: passkeyOf })).statusCode).toBe(401);
    }
    const { challenge = '' } = await login(email);
    const right = passkey.sign(await askToSign(challenge));
    expect((await secondStep(challenge, { passkey: right })).statusCode).toBe(401);
    expect((await actionsOf(email)).filter((action) => action === 'second-factor.throttled')).toHaveLength(1);
  });

  test('an app that was started and never confirmed gives no valid code', async () => {
    const { email, headers } = await owner();
    const { seed } = (await call('POST', '/auth/second-factor/seed', headers)).json<SecondFactorSeed>();
    const { challenge = '' } = await login(email);
    expect((await secondStep(challenge, { code: codeOf(seed) })).statusCode).toBe(401);
    expect((await call('POST', '/auth/confirm', headers, { code: codeOf(seed) })).statusCode).toBe(400);
  });
});

describe('a stale session', () => {
  const stale = (user: { id: string }) => server.asStale(user);
  const isFresh = async (headers: object) => (await call('POST', '/auth/passkeys/options', headers)).statusCode === 200;

  test('is confirmed by the passkey of its account, with its own challenge', async () => {
    const user = await owner();
    const [headers, second] = [await stale(user), await stale(user)];
    const request = await askToConfirm(headers);
    const { challenge } = await beginAdding(user.headers);
    const forAnother = user.passkey.sign({ ...request, challenge });
    expect((await confirm(user.headers, forAnother)).statusCode).toBe(400);
    expect((await confirm(second, user.passkey.sign(request))).statusCode).toBe(400);
    expect(await isFresh(second)).toBe(false);
    expect((await confirm(headers, user.passkey.sign(request))).statusCode).toBe(200);
    expect(await isFresh(headers)).toBe(true);
  });

  test('ends after five wrong passkeys', async () => {
    const user = await owner();
    const headers = await stale(user);
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push(
        (await confirm(headers, user.passkey.sign(await askToConfirm(headers), { key: otherKey() }))).statusCode,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 401]);
    expect((await call('GET', '/auth/me', headers)).statusCode).toBe(401);
  });

  test('has no challenge if the account has no passkey', async () => {
    const headers = await stale(await makeUser(server.accounts, { role: 'unassigned' }));
    expect((await call('POST', '/auth/passkeys/confirm/options', headers)).statusCode).toBe(400);
  });
});

describe('renaming and removing', () => {
  test('need a fresh login and are possible for the owner only', async () => {
    const [{ headers, row, id, email }, stranger] = [await owner(), await owner()];
    const url = `/auth/passkeys/${row.id}`;
    for (const method of ['PATCH', 'DELETE'] as const) {
      const payload = method === 'PATCH' ? { name: 'Key' } : undefined;
      expect((await call(method, url, await server.asStale({ id }), payload)).json<Failure>().error.code).toBe(
        'fresh_login',
      );
      expect((await call(method, url, stranger.headers, payload)).statusCode).toBe(404);
    }
    expect((await call('PATCH', url, headers, { name: ' \u200b ' })).statusCode).toBe(400);
    await call('PATCH', url, headers, { name: 'Key in the safe' });
    expect(await listed(headers)).toMatchObject([{ name: 'Key in the safe' }]);
    expect(await actionsOf(email)).toContain('passkey.renamed');
  });

  test('removing the last one removes recovery codes and second factor, and it no longer signs in', async () => {
    const { headers, row, passkey, email, id } = await owner();
    expect((await call('DELETE', `/auth/passkeys/${row.id}`, headers)).statusCode).toBe(200);
    expect(await stateOf(headers)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect((await signInWith(passkey)).statusCode).toBe(401);
    expect(await login(email)).toMatchObject({ status: true });
    expect(await mailsTo(email)).toEqual(['passkey-added', 'passkey-removed']);
    expect(await actionsOf(email)).toContain('passkey.removed');
    expect((await call('GET', '/auth/me', await server.as({ id }))).json<CurrentUser>().second_factor).toBe('off');
  });

  test('with an app as well, either can be removed and the recovery codes stay', async () => {
    const { headers, row, email } = await owner();
    const seed = await setUpApp(headers);
    expect((await call('DELETE', `/auth/passkeys/${row.id}`, headers)).statusCode).toBe(200);
    expect(await stateOf(headers)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    server.clock.ms += MINUTE_MS;
    const { challenge = '', passkey } = await login(email);
    expect(passkey).toBe(false);
    expect((await secondStep(challenge, { code: codeOf(seed) })).statusCode).toBe(200);
    await add(headers, createSoftPasskey());
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(200);
    expect(await stateOf(headers)).toMatchObject({ enabled: false, recovery_codes_left: 10 });
    expect(await mailsTo(email)).toContain('app-off');
  });

  test('an account without password and provider keeps its last passkey, even when two are removed concurrently', async () => {
    const { headers, row, id } = await owner();
    await add(headers, createSoftPasskey(), 'Key');
    await server.accounts.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
    const ids = [row.id, (await listed(headers))[1]?.id];
    const answers = await Promise.all(ids.map((one) => call('DELETE', `/auth/passkeys/${one}`, headers)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('an administrator who needs a second factor', () => {
  test('gets access with a passkey, and keeps the last one unless there is an app', async () => {
    const user = await makeUser(server.accounts, { role: 'admin', password: TEST_PASSWORD });
    const headers = await server.as(user);
    expect((await call('GET', '/users', headers)).json<Failure>().error.code).toBe('second_factor');
    const passkey = createSoftPasskey();
    await add(headers, passkey);
    expect((await call('GET', '/users', headers)).statusCode).toBe(200);
    const [{ id } = { id: '' }] = await listed(headers);
    expect((await call('DELETE', `/auth/passkeys/${id}`, headers)).statusCode).toBe(409);
    await setUpApp(headers);
    expect((await call('DELETE', `/auth/passkeys/${id}`, headers)).statusCode).toBe(200);
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(409);
    await add(headers, passkey);
    expect(await stateOf(headers)).toMatchObject({ enabled: true, required: false });
    expect((await call('DELETE', '/auth/second-factor', headers)).statusCode).toBe(200);
  });

  test('a session that views as a user can neither see nor use the passkeys', async () => {
    const { id } = await owner();
    const boss = await owner({ role: 'admin' });
    const eyes = bearer((await call('POST', `/users/${id}/view`, boss.headers)).json<{ data: string }>().data);
    for (const [method, url] of [
      ['GET', '/auth/passkeys'],
      ['POST', '/auth/passkeys/options'],
      ['POST', '/auth/passkeys/confirm/options'],
    ] as const)
      expect((await call(method, url, eyes)).json<Failure>().error.code).toBe('viewing');
  });
});

test('the export names passkeys without keys, erasure deletes them, and used challenges expire after a day', async () => {
  const { headers, id, passkey } = await owner();
  const file = await call('GET', '/account/export', headers);
  expect(file.json()).toMatchObject({ passkeys: [{ name: 'Phone', synced: false }] });
  for (const secret of [passkey.id, ...(await keysOf(passkey))]) expect(file.body).not.toContain(secret);
  await server.accounts.updateTable('users').set({ deleted_at: TEST_NOW }).where('id', '=', id).execute();
  expect((await signInWith(passkey)).statusCode).toBe(401);
  await askToSign();
  await eraseDeletedAccounts(server.accounts, TEST_NOW + 40 * DAY_MS);
  const left = async (table: 'passkeys' | 'passkey_challenges') =>
    (await server.accounts.selectFrom(table).select('id').where('user_id', '=', id).execute()).length;
  expect([await left('passkeys'), await left('passkey_challenges')]).toEqual([0, 0]);
  await forgetExpired(server.accounts, TEST_NOW + DAY_MS + 10 * MINUTE_MS);
  expect(await server.accounts.selectFrom('passkey_challenges').select('id').execute()).toEqual([]);
});

async function keysOf({ id }: SoftPasskey): Promise<string[]> {
  const rows = server.accounts.selectFrom('passkeys').select('public_key').where('credential_id', '=', id);
  return (await rows.execute()).map(({ public_key }) => public_key);
}

describe('a public address without a host name or TLS', () => {
  test.each([
    ['http://127.0.0.1:4000', false],
    ['http://[::1]:4000', false],
    ['http://outlets.example.com', false],
    ['https://192.0.2.1', false],
    ['https://outlets.example.com', true],
    ['http://localhost:4000', true],
  ])('%s allows passkeys: %s', (url, isPossible) => {
    expect(passkeySite(url) !== null).toBe(isPossible);
  });
});
