import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { checkPassword } from '../sign-in/password.ts';
import { makeUser } from '../testing/makers.ts';
import { runAdmin } from './run-admin.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
let accounts: AccountsDb;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voltboard-change-user-'));
  accounts = await openMigrated(folder);
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function admin(args: string[], input = '') {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const terminal = { input: Readable.from([Buffer.from(input)]), output };
  const code = await runAdmin({ args, env: { DATA_DIR: folder }, terminal, errors, now: () => NOW });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

const userOf = (email: string) =>
  accounts.selectFrom('users').selectAll().where('email_key', '=', email).executeTakeFirstOrThrow();
const lastAudit = () => accounts.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();

async function startSession(user: { id: string }, id: string) {
  await accounts
    .insertInto('sessions')
    .values({
      id,
      user_id: user.id,
      created_at: NOW - 1,
      last_used_at: NOW - 1,
      expires_at: NOW + 1,
      ended_at: null,
      ip: '',
      user_agent: '',
    })
    .execute();
}

const openSessions = async (user: { id: string }) =>
  (await accounts.selectFrom('sessions').select(['user_id', 'ended_at']).execute()).filter(
    (row) => row.user_id === user.id && row.ended_at === null,
  ).length;

test('set-password replaces the password and ends every session and block, and the audit log stores no secret', async () => {
  const user = await makeUser(accounts, { role: 'property', email: 'lost@example.com' });
  await startSession(user, 'session-of-lost');
  const spent = { account: 'lost@example.com', whole_at: NOW + 9e6 };
  await accounts
    .insertInto('attempt_budgets')
    .values(['account', 'browser', 'account-factor'].map((kind) => ({ ...spent, subject: `${kind}:lost@example.com` })))
    .execute();
  const { code, out, err } = await admin(['set-password', '--email', 'Lost@Example.com'], 'four words for tonight\n');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe('lost@example.com has a new password. 1 session ended.\n');
  expect(await checkPassword('four words for tonight', (await userOf('lost@example.com')).password_hash)).toBe(true);
  expect(await openSessions(user)).toBe(0);
  expect(await accounts.selectFrom('attempt_budgets').selectAll().execute()).toEqual([]);
  const entry = await lastAudit();
  expect(entry).toMatchObject({ action: 'user.password-set', actor: 'command line', subject: 'lost@example.com' });
  expect(JSON.stringify(entry)).not.toContain('tonight');
});

test('disable-user ends the sessions, enable-user restores access, and neither does it twice', async () => {
  const user = await makeUser(accounts, { role: 'property', email: 'leaver@example.com' });
  await startSession(user, 'session-of-leaver');
  expect(await admin(['disable-user', '--email', 'leaver@example.com'])).toMatchObject({
    code: 0,
    out: 'leaver@example.com is disabled. 1 session ended.\n',
  });
  expect(await openSessions(user)).toBe(0);
  expect((await userOf('leaver@example.com')).disabled).toBe(1);
  const { detail } = await lastAudit();
  expect(JSON.parse(detail)).toEqual({ disabled: { before: false, after: true }, sessions_ended: 1 });
  expect((await admin(['disable-user', '--email', 'leaver@example.com'])).err).toContain('is already disabled');
  expect(await admin(['enable-user', '--email', 'leaver@example.com'])).toMatchObject({ code: 0 });
  expect((await userOf('leaver@example.com')).disabled).toBe(0);
});

test('the last administrator cannot be disabled, but one of two can', async () => {
  await makeUser(accounts, { role: 'admin', email: 'first@example.com' });
  const refused = await admin(['disable-user', '--email', 'first@example.com']);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is the last administrator') });
  expect((await userOf('first@example.com')).disabled).toBe(0);
  // Accounts that cannot sign in do not count.
  for (const given of [{ verified: 0 }, { disabled: 1 }, { deletedAt: 1 }] as const)
    await makeUser(accounts, { role: 'admin', ...given });
  expect((await admin(['disable-user', '--email', 'first@example.com'])).code).toBe(1);
  await makeUser(accounts, { role: 'admin', email: 'second@example.com' });
  expect((await admin(['disable-user', '--email', 'first@example.com'])).code).toBe(0);
  expect((await admin(['disable-user', '--email', 'second@example.com'])).code).toBe(1);
});

test.each([
  [['set-password', '--email', 'weak@example.com'], 'short\n', /Use at least 15/],
  [['set-password', '--email', 'weak@example.com'], '', /Standard input contains no password/],
  [['set-password', '--email', 'nobody@example.com'], 'four words for tonight\n', /has no account/],
  [['disable-user', '--email', 'no address'], '', /is not an email address/],
])('rejects %j with the reason', async (args, input, reason) => {
  const before = await accounts.selectFrom('users').selectAll().where('email_key', '=', 'weak@example.com').execute();
  if (before.length === 0) await makeUser(accounts, { role: 'property', email: 'weak@example.com' });
  const { code, err } = await admin(args, input);
  expect(code).toBe(1);
  expect(err).toMatch(reason);
});

test('remove-second-factor restores access by password, once, and reports when there is none', async () => {
  const user = await makeUser(accounts, { role: 'admin', email: 'phoneless@example.com' });
  await startSession(user, 'session-of-phoneless');
  await accounts
    .insertInto('second_factors')
    .values({ user_id: user.id, secret: 'sealed', created_at: NOW, confirmed_at: NOW, last_step: 1 })
    .execute();
  await accounts
    .insertInto('recovery_codes')
    .values({ id: 'h', user_id: user.id, created_at: NOW, used_at: null })
    .execute();
  await accounts
    .insertInto('passkeys')
    .values({
      id: 'p',
      user_id: user.id,
      credential_id: 'c',
      public_key: 'k',
      counter: 0,
      transports: '',
      name: 'Phone',
      synced: 0,
      created_at: NOW,
      last_used_at: null,
    })
    .execute();
  const remove = () => admin(['remove-second-factor', '--email', user.email]);
  expect(await remove()).toMatchObject({
    code: 0,
    out: `The second factor of ${user.email} was removed. 1 session ended.\n`,
  });
  expect(await lastAudit()).toMatchObject({ action: 'second-factor.removed', subject: user.email });
  for (const table of ['recovery_codes', 'passkeys'] as const)
    expect(await accounts.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await remove()).err).toContain('has no second factor');
});
