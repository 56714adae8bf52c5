import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/users.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: Record<string, string>;
let adminUser: { id: string; email: string };
let hotel: { id: string; name: string };
let brand: { id: string; name: string };

beforeAll(async () => {
  server = await createTestApp();
  adminUser = await makeUser(server.accounts, { role: 'admin', email: 'boss@network.example' });
  hotel = await makeCustomer(server.accounts, { name: 'Pier House Hotels' });
  brand = await makeCustomer(server.accounts, { name: 'Brightleaf', kind: 'advertiser' });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await server.as(adminUser);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, payload?: object, headers = admin) =>
  server.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });

const FORM = { first_name: 'Maria', last_name: 'Stone', phone_number: '', disabled: false };
let counter = 0;
const newEmail = () => `person${++counter}@hotel.example`;
const made = async (over: object = {}): Promise<ManagedUser> => {
  const body = { ...FORM, email: newEmail(), role: 'property', customer_id: hotel.id, invite: false, ...over };
  const answer = await call('POST', '/users', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const form = (user: ManagedUser, over: object = {}) => {
  const { first_name, last_name, phone_number, email, role, customer_id, disabled, version } = user;
  return { first_name, last_name, phone_number, email, role, customer_id, disabled, version, ...over };
};
const messageOf = (answer: { json: () => unknown }) => (answer.json() as { error: { message: string } }).error.message;
const fieldsOf = (answer: { json: () => unknown }) => (answer.json() as { error: { fields?: object } }).error.fields;
const lastAudit = () =>
  server.accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();

test('creates an account without a password, invites its owner, and records the administrator in the audit log', async () => {
  const user = await made({ email: 'New@Hotel.example', invite: true });
  expect(user).toMatchObject({ email: 'new@hotel.example', role: 'property', customer: hotel.name, status: 'pending' });
  const row = await server.accounts.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ password_hash: null, created_by_id: adminUser.id, name_key: 'maria stone' });
  const mails = await server.accounts
    .selectFrom('mails')
    .selectAll()
    .where('to_key', '=', 'new@hotel.example')
    .execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['user-invite']);
  expect(await lastAudit()).toMatchObject({ action: 'user.created', actor: adminUser.email, subject: user.email });
});

test.each([
  ['a bad address', { email: 'nobody' }, 'email'],
  ['an owner without customer', { customer_id: '' }, 'customer_id'],
  ['an owner of an advertiser', { role: 'property', customer_id: 'brand' }, 'customer_id'],
  ['an administrator of a customer', { role: 'admin' }, 'customer_id'],
  ['no role without saying so', { role: '', customer_id: '' }, 'role'],
  ['a telephone number that is none', { phone_number: 'call me' }, 'phone_number'],
  ['a name with invisible characters', { first_name: 'Ma\u202eria' }, 'first_name'],
])('rejects %s, and names the field', async (_name, over: Record<string, string>, field) => {
  const customer = over.customer_id === 'brand' ? { customer_id: brand.id } : {};
  const body = {
    ...FORM,
    email: newEmail(),
    role: 'property',
    customer_id: hotel.id,
    invite: false,
    ...over,
    ...customer,
  };
  const answer = await call('POST', '/users', body);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(fieldsOf(answer) ?? {})).toEqual([field]);
});

test('no role is an explicit, confirmed choice', async () => {
  const user = await made({ role: '', customer_id: '', confirms_full_view: true });
  expect(user.role).toBe('');
});

test.each([
  ...['password', 'importHash', 'import_hash', 'authenticationUid', 'email_verified', 'createdById', 'updatedById'],
  ...['deleted_at', 'provider', 'id', 'created_at', 'passwordResetToken', 'emailVerificationToken', 'demo'],
])('rejects the field %s', async (field) => {
  const user = await made();
  const body = { ...FORM, email: newEmail(), role: 'property', customer_id: hotel.id, invite: false };
  expect((await call('POST', '/users', { ...body, [field]: 'x' })).statusCode).toBe(400);
  expect((await call('PUT', `/users/${user.id}`, { ...form(user), [field]: 'x' })).statusCode).toBe(400);
});

test('an email has one live account', async () => {
  const user = await made();
  const again = await call('POST', '/users', {
    ...FORM,
    email: user.email.toUpperCase(),
    role: 'unassigned',
    customer_id: '',
    invite: false,
  });
  expect([again.statusCode, fieldsOf(again)]).toEqual([
    409,
    { email: 'This email is already in use by another account.' },
  ]);
});

test('rejects the second of two administrators who change an account, and overwrites nothing', async () => {
  const user = await made();
  const [first, second] = await Promise.all([
    call('PUT', `/users/${user.id}`, form(user, { first_name: 'One' })),
    call('PUT', `/users/${user.id}`, form(user, { first_name: 'Two' })),
  ]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
  const refused = first.statusCode === 409 ? first : second;
  expect(messageOf(refused)).toContain('This account was changed');
  const winner = (first.statusCode === 200 ? first : second).json<ManagedUser>();
  expect((await call('GET', `/users/${user.id}`)).json()).toEqual(winner);
  expect((await call('DELETE', `/users/${user.id}?version=${user.version}`)).statusCode).toBe(409);
});

test.each([
  ['role', { role: 'advertiser', customer_id: 'brand' }, 'user.rights-changed'],
  ['customer', { customer_id: 'other' }, 'user.rights-changed'],
  ['disabling', { disabled: true }, 'user.disabled'],
])('a change of %s ends the sessions immediately and is recorded with both values', async (_name, over, action) => {
  const other = await makeCustomer(server.accounts);
  const user = await made();
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const theirs = await server.as(user);
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(200);
  const customer = 'customer_id' in over ? { customer_id: over.customer_id === 'brand' ? brand.id : other.id } : {};
  expect((await call('PUT', `/users/${user.id}`, form(user, { ...over, ...customer }))).statusCode).toBe(200);
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(401);
  const entry = await lastAudit();
  expect(entry).toMatchObject({ action, actor: adminUser.email, subject: user.email, ip: '127.0.0.1' });
  expect(JSON.parse(entry.detail)).toMatchObject({ id: user.id, sessions_ended: 1 });
  expect(entry.detail).toMatch(/"before":.*"after":/);
});

test('a name changes without ending sessions or requiring the password', async () => {
  const user = await made();
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const theirs = await server.as(user);
  server.clock.ms += 11 * MINUTE_MS;
  expect((await call('PUT', `/users/${user.id}`, form(user, { last_name: 'Rivers' }))).statusCode).toBe(200);
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(200);
});

test('a standing is a right: changes are recorded and end the sessions, and an unlinked account loses it', async () => {
  const user = await made({ standing: 'viewer' });
  expect(user).toMatchObject({ role: 'property', standing: 'viewer' });
  expect(JSON.parse((await lastAudit()).detail)).toMatchObject({ standing: 'viewer' });
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const own = await server.as(user);
  const me = async () => (await call('GET', '/auth/me', undefined, own)).json<{ standing: string }>().standing;
  expect(await me()).toBe('viewer');
  const kept = (await call('PUT', `/users/${user.id}`, form(user, { last_name: 'Stein' }))).json<ManagedUser>();
  expect([kept.standing, await me()]).toEqual(['viewer', 'viewer']);
  const raised = (await call('PUT', `/users/${user.id}`, form(kept, { standing: 'manager' }))).json<ManagedUser>();
  expect(raised.standing).toBe('manager');
  const { action, detail } = await lastAudit();
  expect([action, JSON.parse(detail)]).toMatchObject([
    'user.rights-changed',
    { standing: { before: 'viewer', after: 'manager' }, sessions_ended: 1 },
  ]);
  expect((await call('GET', '/auth/me', undefined, own)).statusCode).toBe(401);
  const lower = form(raised, { standing: 'viewer' });
  const viewer = (await call('PUT', `/users/${user.id}`, lower)).json<ManagedUser>();
  const unlinked = form(viewer, { role: 'unassigned', customer_id: '', standing: 'viewer' });
  expect((await call('PUT', `/users/${user.id}`, unlinked)).json()).toMatchObject({ standing: 'manager' });
});

test('dangerous actions need a fresh login', async () => {
  const user = await made();
  server.clock.ms += 11 * MINUTE_MS;
  const acts = [
    await call('PUT', `/users/${user.id}`, form(user, { disabled: true })),
    await call('POST', '/users', { ...FORM, email: newEmail(), role: 'admin', customer_id: '', invite: false }),
    await call('DELETE', `/users/${user.id}?version=${user.version}`),
    await call('POST', `/users/${user.id}/view`),
    await call('POST', `/users/${user.id}/invite`),
  ];
  expect(acts.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
  expect(acts[0]?.json()).toMatchObject({ error: { code: 'fresh_login' } });
  expect((await call('GET', `/users/${user.id}`)).json<ManagedUser>()).toEqual(user);
});

test('a new email must be verified: sessions end and the new address gets a link', async () => {
  const user = await made();
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const theirs = await server.as(user);
  const email = newEmail();
  const changed = await call('PUT', `/users/${user.id}`, form(user, { email }));
  expect(changed.json()).toMatchObject({ email, email_verified: false, status: 'pending' });
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(401);
  expect(await server.accounts.selectFrom('mails').select('kind').where('to_key', '=', email).execute()).toHaveLength(
    1,
  );
});

test('a deleted account is unusable and unlisted, frees its email, and is restored with its rights', async () => {
  const user = await made();
  await server.accounts.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute();
  const theirs = await server.as(user);
  const deleted = await call('DELETE', `/users/${user.id}?version=${user.version}`);
  expect(deleted.json()).toMatchObject({ status: 'deleted', deleted_at: expect.any(String) });
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(401);
  const found = async (query: string) =>
    (await call('GET', `/users?q=${user.email}${query}`)).json<{ total: number }>().total;
  expect([await found(''), await found('&status=deleted')]).toEqual([0, 1]);
  expect((await call('PUT', `/users/${user.id}`, form(deleted.json()))).statusCode).toBe(409);

  const newcomer = await made({ email: user.email, role: 'unassigned', customer_id: '' });
  expect(newcomer.id).not.toBe(user.id);
  expect(messageOf(await call('POST', `/users/${user.id}/restore`))).toContain('has a new account');
  await call('DELETE', `/users/${newcomer.id}?version=${newcomer.version}`);
  const restored = await call('POST', `/users/${user.id}/restore`);
  expect(restored.json()).toMatchObject({ id: user.id, role: 'property', customer_id: hotel.id, status: 'active' });
});

test('an administrator sends a reset and can neither see nor set a password', async () => {
  const user = await makeUser(server.accounts, {
    role: 'property',
    customerId: hotel.id,
    password: 'an old but long one',
  });
  expect((await call('POST', `/users/${user.id}/invite`)).json()).toEqual({ email: user.email });
  const [mail] = await server.accounts.selectFrom('mails').selectAll().where('to_key', '=', user.email).execute();
  expect(mail?.kind).toBe('user-reset');
  expect(await lastAudit()).toMatchObject({ action: 'user.reset-sent' });
});

test('demo accounts cannot be changed', async () => {
  const demo = await makeUser(server.accounts, { role: 'property', customerId: hotel.id, demo: 1 });
  const shown = (await call('GET', `/users/${demo.id}`)).json<ManagedUser>();
  expect(shown.demo).toBe(true);
  expect((await call('PUT', `/users/${demo.id}`, form(shown, { first_name: 'X' }))).statusCode).toBe(409);
  expect((await call('DELETE', `/users/${demo.id}?version=${shown.version}`)).statusCode).toBe(409);
});
