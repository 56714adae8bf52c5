import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Colleague } from '#contract/colleagues.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let counter = 0;
let hotel: { id: string; name: string };
let boss: { id: string; email: string };
let own: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.ms = TEST_NOW;
  hotel = await makeCustomer(server.accounts);
  boss = await person();
  own = await server.as(boss);
});

const person = (over: object = {}) =>
  makeUser(server.accounts, { role: 'property', customerId: hotel.id, ...over } as Parameters<typeof makeUser>[1]);
const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object, headers = own) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers,
    remoteAddress: `10.2.0.${++counter % 250}`,
    ...(payload ? { payload } : {}),
  });
const FORM = { first_name: 'Lea', last_name: 'Moss', standing: 'viewer' };
const list = async (headers = own) =>
  (await call('GET', '/colleagues', undefined, headers)).json<{ data: Colleague[] }>();
const versionOf = async (id: string) => (await list()).data.find((one) => one.id === id)?.version ?? 0;
const change = async (id: string, over: object, headers = own) =>
  call('PATCH', `/colleagues/${id}`, { version: await versionOf(id), ...over }, headers);

test('a manager can invite only into its own organization', async () => {
  const email = `lea${Date.now()}@hotel.example`;
  const answer = await call('POST', '/colleagues', { ...FORM, email });
  expect(answer.json()).toMatchObject({ email, standing: 'viewer', status: 'pending' });
  const row = await server.accounts
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ role: 'property', customer_id: hotel.id, password_hash: null, created_by_id: boss.id });
  const mail = await server.accounts.selectFrom('mails').selectAll().where('to_key', '=', email).executeTakeFirst();
  expect(mail).toMatchObject({ kind: 'user-invite' });
  expect((await call('POST', `/colleagues/${row.id}/invite`)).json()).toEqual({ email });
  for (const body of [
    { ...FORM, email: 'x@hotel.example', role: 'admin' },
    { ...FORM, email: 'x@hotel.example', customer_id: 'other' },
  ])
    expect((await call('POST', '/colleagues', body)).statusCode).toBe(400);
  const other = await makeCustomer(server.accounts);
  expect((await call('POST', `/colleagues?cid=${other.id}`, { ...FORM, email: 'y@x.example' })).statusCode).toBe(403);
  expect((await call('GET', `/colleagues?cid=${other.id}`)).statusCode).toBe(403);
  expect((await call('POST', '/colleagues', { ...FORM, email: boss.email })).statusCode).toBe(409);
  server.clock.ms += 11 * MINUTE_MS;
  expect((await call('POST', '/colleagues', { ...FORM, email: 'z@x.example' })).json()).toMatchObject({
    error: { code: 'fresh_login' },
  });
});

test('changes standing and access of colleagues only, and an administrator’s decision prevails', async () => {
  const mate = await person({ standing: 'viewer' });
  const theirs = await server.as(mate);
  expect((await change(mate.id, { standing: 'manager' })).json()).toMatchObject({ standing: 'manager' });
  expect((await call('GET', '/auth/me', undefined, theirs)).statusCode).toBe(401);
  expect((await change(mate.id, { disabled: true })).json()).toMatchObject({ status: 'disabled' });
  expect((await change(mate.id, { disabled: false })).json()).toMatchObject({ status: 'active' });
  expect((await call('PATCH', `/colleagues/${mate.id}`, { disabled: true, version: 0 })).statusCode).toBe(409);
  const elsewhere = await makeCustomer(server.accounts);
  for (const foreign of [
    await makeUser(server.accounts, { role: 'property', customerId: elsewhere.id }),
    await makeUser(server.accounts, { role: 'admin' }),
    await makeUser(server.accounts, { role: 'unassigned' }),
    await person({ deletedAt: 1 }),
  ])
    for (const version of [0, 7]) expect((await change(foreign.id, { disabled: true, version })).statusCode).toBe(404);
  expect((await list()).data.map(({ id }) => id).sort()).toEqual([boss.id, mate.id].sort());

  const admin = await server.asRole('admin');
  const version = await versionOf(mate.id);
  expect((await call('PATCH', `/colleagues/${mate.id}`, { disabled: true, version }, admin)).statusCode).toBe(200);
  expect((await change(mate.id, { disabled: false })).statusCode).toBe(409);
  expect((await change(mate.id, { standing: 'viewer' })).statusCode).toBe(409);
});

test('the last manager stays, and one of two stays who change each other concurrently', async () => {
  const viewer = await person({ standing: 'viewer' });
  await person({ verified: 0 });
  expect((await change(boss.id, { disabled: true })).statusCode).toBe(409);
  expect((await change(boss.id, { standing: 'viewer' })).statusCode).toBe(409);
  await change(viewer.id, { standing: 'manager' });
  const theirs = await server.as(viewer);
  const [a, b] = [await versionOf(boss.id), await versionOf(viewer.id)];
  const answers = await Promise.all([
    call('PATCH', `/colleagues/${boss.id}`, { disabled: true, version: a }),
    call('PATCH', `/colleagues/${viewer.id}`, { disabled: true, version: b }, theirs),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('a viewer can only read the list, and a demo account cannot invite', async () => {
  const viewer = await server.as(await person({ standing: 'viewer' }));
  expect((await list(viewer)).data).toHaveLength(2);
  for (const answer of [
    await call('POST', '/colleagues', { ...FORM, email: 'v@x.example' }, viewer),
    await change(boss.id, { disabled: true }, viewer),
  ])
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { error: { message: 'Your account can only view and export. Ask a manager of your organization to do this.' } },
    ]);
});
