import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { Failure } from '#contract/common.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { bearer, passkeySteps } from './testing/passkey-steps.ts';
import { createSoftPasskey, type Lie, otherKey, type SoftPasskey } from './testing/soft-passkey.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { ADMIN_MFA: 'on' } });
});
afterAll(() => server.close());
let address = 0;
/** Uses a separate address for each test, so that tests do not share attempt budgets. */
beforeEach(() => {
  server.clock.ms = TEST_NOW;
  address += 1;
});

const { call, beginAdding, add, askToSign, signIn, signInWith, login, listed, mailsTo, actionsOf, owner } =
  passkeySteps(
    () => server,
    () => `198.51.101.${address}`,
  );
const me = async (headers: object) => (await call('GET', '/auth/me', headers)).json<CurrentUser>();

describe('adding a passkey', () => {
  test('needs a fresh login, enables the second factor, ends other sessions, sends mail and writes an audit entry', async () => {
    const user = await makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
    const stale = await call('POST', '/auth/passkeys/options', await server.asStale(user));
    expect([stale.statusCode, stale.json<Failure>().error.code]).toEqual([401, 'fresh_login']);
    const [headers, other] = [await server.as(user), await server.as(user)];
    const answer = await add(headers, createSoftPasskey({ isSynced: true }), '  My phone ');
    expect(answer.json()).toMatchObject({ passkey: { name: 'My phone', synced: true, last_used_at: null } });
    expect(new Set(answer.json<{ recovery_codes: string[] }>().recovery_codes).size).toBe(10);
    expect((await call('GET', '/auth/me', other)).statusCode).toBe(401);
    expect(await me(headers)).toMatchObject({ second_factor: 'on', has_passkey: true });
    expect(await mailsTo(user.email)).toEqual(['passkey-added']);
    expect(await actionsOf(user.email)).toEqual(['passkey.added']);
  });

  test('a second one creates no new recovery codes and ends no session', async () => {
    const { headers, id } = await owner();
    const other = await server.as({ id });
    const second = await add(headers, createSoftPasskey(), 'Key');
    expect(second.json<{ recovery_codes: string[] }>().recovery_codes).toEqual([]);
    expect((await call('GET', '/auth/me', other)).statusCode).toBe(200);
    expect((await listed(headers)).map(({ name }) => name)).toEqual(['Phone', 'Key']);
  });

  test.each<[string, Lie & { format?: string; statement?: Map<string, unknown> }]>([
    ['another site', { origin: 'https://voltb0ard.example' }],
    ['another port of the same host', { origin: 'http://localhost:4001' }],
    ['another relying party', { rpId: 'voltb0ard.example' }],
    ['a signature instead of a new passkey', { type: 'webauthn.get' }],
    ['a person who was not verified', { isUnverified: true }],
    ['a challenge of its own', { challenge: 'A'.repeat(43) }],
    ['an attestation with certificates', { format: 'packed', statement: new Map([['x5c', [new Uint8Array(9)]]]) }],
    ['an attestation of an unknown kind', { format: 'android-safetynet' }],
  ])('is refused with %s', async (_, lie) => {
    const headers = await server.as(await makeUser(server.accounts, { role: 'unassigned' }));
    const answer = await add(headers, createSoftPasskey(), 'Phone', lie);
    expect([answer.statusCode, answer.json<Failure>().error.message]).toEqual([
      400,
      'The passkey couldn’t be verified. Try again.',
    ]);
    expect(await listed(headers)).toEqual([]);
  });

  test('a challenge works once, for five minutes, and in its own session only', async () => {
    const user = await makeUser(server.accounts, { role: 'unassigned' });
    const [headers, other] = [await server.as(user), await server.as(user)];
    const options = await beginAdding(headers);
    const send = (from: object, passkey: SoftPasskey) =>
      call('POST', '/auth/passkeys', from, { name: 'Phone', ...passkey.make(options) });
    expect((await send(other, createSoftPasskey())).statusCode).toBe(400);
    expect((await send(headers, createSoftPasskey())).statusCode).toBe(200);
    expect((await send(headers, createSoftPasskey())).statusCode).toBe(400);
    const late = await beginAdding(headers);
    server.clock.ms += 5 * MINUTE_MS;
    const passkey = createSoftPasskey().make(late);
    expect((await call('POST', '/auth/passkeys', headers, { name: 'Late', ...passkey })).statusCode).toBe(400);
  });

  test('rejects a passkey that is registered already, and more than twenty for one account', async () => {
    const first = await owner();
    const headers = await server.as(await makeUser(server.accounts, { role: 'unassigned' }));
    expect((await add(headers, first.passkey)).statusCode).toBe(409);
    for (let number = 2; number <= 20; number += 1)
      expect((await add(first.headers, createSoftPasskey(), `Key ${number}`)).statusCode).toBe(200);
    expect((await add(first.headers, createSoftPasskey(), 'One more')).statusCode).toBe(409);
  });
});

describe('a passkey alone', () => {
  test('signs in without password and second factor, and records its last use', async () => {
    const { passkey, id, headers } = await owner();
    server.clock.ms += MINUTE_MS;
    const answer = await signInWith(passkey);
    const { data, status } = answer.json<LoginAnswer>();
    expect([answer.statusCode, status]).toEqual([200, true]);
    expect(await me(bearer(data))).toMatchObject({ id });
    expect(await listed(headers)).toMatchObject([{ last_used_at: new Date(server.clock.ms).toISOString() }]);
    const { data: sessions } = (await call('GET', '/auth/sessions', headers)).json<{ data: { method: string }[] }>();
    expect(sessions.map(({ method }) => method)).toContain('passkey');
  });

  test.each<[string, Lie]>([
    ['another site', { origin: 'https://voltb0ard.example' }],
    ['another relying party', { rpId: 'voltb0ard.example' }],
    ['a person who was not verified', { isUnverified: true }],
    ['another kind of message', { type: 'webauthn.create' }],
    ['another key', { key: otherKey() }],
    ['another account', { handle: Buffer.from('01900000-0000-7000-8000-000000000000').toString('base64url') }],
    ['no account', { handle: null }],
    ['a challenge that was never made', { challenge: 'A'.repeat(43) }],
  ])('is refused when it refers to %s', async (_, lie) => {
    const { passkey } = await owner();
    const answer = await signInWith(passkey, lie);
    expect([answer.statusCode, answer.json<Failure>().error.message]).toEqual([
      401,
      'This passkey couldn’t be verified. Try again, or sign in another way.',
    ]);
    expect((await signInWith(passkey)).statusCode).toBe(200);
  });

  test('a challenge works once, even when it is sent eight times concurrently, and for five minutes', async () => {
    const { passkey } = await owner();
    const signed = passkey.sign(await askToSign());
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(signed)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(401)]);
    const late = passkey.sign(await askToSign());
    server.clock.ms += 5 * MINUTE_MS;
    expect((await signIn(late)).statusCode).toBe(401);
  });

  test('a counter that did not grow is refused and recorded, but authenticators without one need no counter', async () => {
    const { passkey, email } = await owner({}, true);
    expect((await signInWith(passkey)).statusCode).toBe(200);
    expect((await signInWith(passkey)).statusCode).toBe(200);
    for (const counter of [2, 1, 0]) expect((await signInWith(passkey, { counter })).statusCode).toBe(401);
    expect((await actionsOf(email)).filter((action) => action === 'passkey.refused')).toHaveLength(3);
    expect((await signInWith(passkey, { counter: 9 })).statusCode).toBe(200);
    const uncounted = (await owner()).passkey;
    for (const _ of [1, 2]) expect((await signInWith(uncounted)).statusCode).toBe(200);
  });

  test('opens no disabled, deleted or unverified account', async () => {
    for (const change of [{ disabled: 1 }, { deleted_at: 1 }, { email_verified: 0 }] as const) {
      const { passkey, id } = await owner();
      await server.accounts.updateTable('users').set(change).where('id', '=', id).execute();
      expect((await signInWith(passkey)).statusCode).toBe(401);
    }
  });

  test('strangers who guess with it use up its own attempts, not those of passwords', async () => {
    const { passkey, email } = await owner();
    for (let attempt = 0; attempt < 12; attempt += 1) await signInWith(passkey, { key: otherKey() });
    expect((await signInWith(passkey)).statusCode).toBe(401);
    expect(await login(email)).toMatchObject({ passkey: true });
    expect((await actionsOf(email)).filter((action) => action === 'session.throttled')).toHaveLength(3);
  });

  test('a browser that signed in before has its own attempts', async () => {
    const { passkey } = await owner();
    const cookie = String((await signInWith(passkey)).headers['set-cookie']).split(';')[0] ?? '';
    for (let attempt = 0; attempt < 12; attempt += 1) await signInWith(passkey, { key: otherKey() });
    expect((await signIn(passkey.sign(await askToSign()), { cookie })).statusCode).toBe(200);
  });
});
