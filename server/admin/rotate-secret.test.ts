import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { decodeProtectedHeader } from 'jose';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { KEY_PURPOSES, PURPOSE_NAMES } from '../keys/key-purposes.ts';
import { sealAgain } from '../keys/seal-again.ts';
import { finishRotations } from '../keys/start-keys.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../testing/makers.ts';
import { runAdmin } from './run-admin.ts';

const newSecret = () => randomBytes(36).toString('base64url');

let server: TestApp;
let user: { id: string; email: string };
let seed: string;
const env: Record<string, string> = { SESSION_SECRET: newSecret() };

beforeAll(async () => {
  server = await createTestApp({ env });
  user = await makeUser(server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
  const headers = await server.as(user);
  seed = (await call('POST', '/auth/second-factor/seed', headers)).json<{ seed: string }>().seed;
  const enabled = await call('PUT', '/auth/second-factor', headers, { code: codeNow() });
  expect(enabled.statusCode).toBe(200);
});
afterAll(() => server.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, headers: object = {}, payload?: object) =>
  server.app.inject({ method, url: `/api${url}`, headers: { ...headers }, ...(payload ? { payload } : {}) });
const codeNow = () => new TOTP({ secret: seed }).generate({ timestamp: server.clock.ms });
const statusOf = async (headers: object) => (await call('GET', '/auth/me', headers)).statusCode;
const keyOf = ({ authorization }: { authorization: string }) => decodeProtectedHeader(authorization.slice(7)).kid;

async function admin(...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin({
    args,
    env: { ...server.env, ...env },
    errors,
    now: () => server.clock.ms,
    terminal: { input: Readable.from([]), output },
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}
/** Runs the jobs that the server runs a minute later. */
async function afterwards() {
  server.clock.ms += MINUTE_MS;
  await finishRotations(server);
}
/** Signs in with the password and a code from the app, in the browser with the cookie. */
async function signIn(cookie = '') {
  server.clock.ms += MINUTE_MS;
  const first = await call('POST', '/login', { cookie }, { email: user.email, password: TEST_PASSWORD });
  const { challenge } = first.json<LoginAnswer>();
  return call('POST', '/auth/second-factor', { cookie }, { challenge, code: codeNow() });
}

test('without a purpose, lists every key and shows none', async () => {
  const { code, out } = await admin('rotate-secret');
  expect(code).toBe(0);
  for (const purpose of PURPOSE_NAMES) {
    expect(out).toMatch(new RegExp(`^${purpose}: key [0-9a-f]{8} since 2026-11-21T12:00:00Z; `, 'm'));
    const { bytes } = server.config.keys.current(purpose);
    expect(out).not.toContain(bytes.toString('base64url'));
  }
});

test('rotating the session key signs no one out', async () => {
  const before = await server.as(user);
  const { code, out } = await admin('rotate-secret', 'sessions');
  expect([code, out]).toEqual([0, expect.stringContaining('from 2026-11-21T12:01:00Z.')]);
  await afterwards();
  const after = await server.as(user);
  expect(keyOf(after)).not.toBe(keyOf(before));
  expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);
});

test('--revoke rejects what older keys signed, and people sign in again', async () => {
  const before = await server.as(user);
  expect((await admin('rotate-secret', 'sessions', '--revoke')).out).toContain(
    'All processes refuse everything that older keys signed',
  );
  await afterwards();
  expect([await statusOf(before), await statusOf(await server.as(user))]).toEqual([401, 200]);
});

test.each(PURPOSE_NAMES)(
  '%s: after a rotation people sign in as before, and their browser is still known',
  async (purpose) => {
    const { headers } = await signIn();
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    expect((await admin('rotate-secret', purpose)).code).toBe(0);
    await afterwards();
    const again = await signIn(cookie);
    expect([again.statusCode, again.json<LoginAnswer>().status]).toEqual([200, true]);
    // The new cookie has the ID of the current key and the same browser ID.
    const renewed = /vb-known=([0-9a-f]{8})(.{12})/.exec(String(again.headers['set-cookie'])) ?? [];
    expect(renewed.slice(1)).toEqual([server.config.keys.current('known-browsers').id, cookie.slice(17, 29)]);
    const { secret } = await server.accounts.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
    expect(secret.split('.')[0]).toBe(server.config.keys.current('second-factors').id);
  },
);

test('a rotation for plays also creates a new key that signs them', async () => {
  const keys = () => server.accounts.selectFrom('play_keys').select('id').where('retired_at', 'is', null).execute();
  const before = await keys();
  await admin('rotate-secret', 'plays');
  expect((await keys()).length).toBe(1);
  expect(await keys()).not.toEqual(before);
});

test('the root secret changes over a restart: people stay signed in, with their second factors', async () => {
  const before = await server.as(user);
  env.SESSION_SECRET_PREVIOUS = env.SESSION_SECRET ?? '';
  env.SESSION_SECRET = newSecret();
  server = await server.restart();
  await sealAgain(server.accounts, server.config.keys);
  expect(await statusOf(before)).toBe(200);
  // After every process has started with both secrets, the previous one can be removed.
  env.SESSION_SECRET_PREVIOUS = '';
  server = await server.restart();
  expect(await statusOf(before)).toBe(200);
  expect((await signIn()).json()).toMatchObject({ status: true });
});

test('removes keys that nothing needs any longer', async () => {
  server.clock.ms += KEY_PURPOSES['known-browsers'].acceptedForMs + DAY_MS;
  await finishRotations(server);
  const rows = await server.accounts.selectFrom('purpose_keys').select('purpose').orderBy('purpose').execute();
  expect(rows.map(({ purpose }) => purpose)).toEqual([...PURPOSE_NAMES].sort());
  server.clock.ms = TEST_NOW;
});

test.each([
  [['nothing'], /There is no key for 'nothing'. Use one of sessions, /],
  [['webhooks', '--revoke'], /The keys for webhooks encrypt/],
])('rejects %j', async (args, why) => {
  expect(await admin('rotate-secret', ...args)).toMatchObject({ code: 1, err: expect.stringMatching(why) });
});

test('rejects a command whose root secret differs from the server’s, and changes nothing', async () => {
  const rows = () => server.accounts.selectFrom('purpose_keys').selectAll().execute();
  const [before, own] = [await rows(), env.SESSION_SECRET ?? ''];
  env.SESSION_SECRET = newSecret();
  expect(await admin('rotate-secret', 'sessions')).toMatchObject({
    code: 1,
    err: expect.stringContaining('SESSION_SECRET does not match'),
  });
  env.SESSION_SECRET = own;
  expect(await rows()).toEqual(before);
});
