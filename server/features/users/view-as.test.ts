import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';
import { registeredRoutes } from '../../testing/registered-routes.ts';

let server: TestApp;
let boss: { id: string; email: string };
let owner: { id: string; email: string };
let admin: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  boss = await makeUser(server.accounts, { role: 'admin' });
  owner = await makeUser(server.accounts, { role: 'property', customerId: (await makeCustomer(server.accounts)).id });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await server.as(boss);
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string>) =>
  server.app.inject({ method, url, headers });

async function view(id = owner.id, by = admin): Promise<Record<string, string>> {
  const answer = await call('POST', `/api/users/${id}/view`, by);
  expect(answer.statusCode, answer.body).toBe(200);
  return { authorization: `Bearer ${answer.json<{ data: string }>().data}` };
}

test('an administrator sees what the user sees, and the response names the viewer', async () => {
  const eyes = await view();
  expect((await call('GET', '/api/auth/me', eyes)).json()).toMatchObject({
    id: owner.id,
    role: 'property',
    viewed_by: boss.email,
  });
  expect((await call('GET', '/api/list/summary', eyes)).statusCode).toBe(200);
  expect((await call('GET', '/api/users', eyes)).statusCode).toBe(403);
});

test('rejects every write of every route, for any user', async () => {
  const eyes = await view();
  const writes = registeredRoutes(server.app).filter(
    (route) => / \/api\//.test(route) && !route.startsWith('GET ') && !route.endsWith('/auth/logout'),
  );
  expect(writes.length).toBeGreaterThan(15);
  const before = await server.accounts.selectFrom('users').selectAll().orderBy('id').execute();
  for (const route of writes) {
    const [method = '', url = ''] = route.split(' ');
    const { statusCode } = await call(method as 'POST', url.replace(/:\w+/g, owner.id), eyes);
    // Routes without a session do not identify the caller, so the request is invalid for these routes.
    expect([400, 401, 403, 404, 415], `${route}: ${statusCode}`).toContain(statusCode);
  }
  expect(await server.accounts.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before);
  const refused = await call('POST', '/api/list/print-ticket', eyes);
  expect(refused.json()).toMatchObject({ error: { code: 'viewing', message: expect.stringContaining(owner.email) } });
});

test('only the owner can export the personal data of an account', async () => {
  const person = await makeUser(server.accounts, { role: 'full' });
  const eyes = await view(person.id);
  for (const url of ['/api/account/export', '/api/account/export/', '/api//account/export']) {
    const refused = await call('GET', url, eyes);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      error: { code: 'viewing', message: expect.stringContaining(person.email) },
    });
    expect(refused.body).not.toContain('exported_at');
  }
  const noted = server.accounts.selectFrom('audit_log').selectAll().where('action', '=', 'account.exported');
  expect(await noted.execute()).toEqual([]);
  expect((await call('GET', '/api/account/export', await server.as(person))).statusCode).toBe(200);
});

test("the audit log records start and end of viewing under the administrator's name", async () => {
  const eyes = await view();
  const ended = await call('POST', '/api/auth/logout', eyes);
  expect(ended.headers['clear-site-data']).toBeUndefined();
  expect((await call('GET', '/api/auth/me', eyes)).statusCode).toBe(401);
  const entries = await server.accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(2).execute();
  expect(entries.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
    ['user.view-ended', boss.email, owner.email],
    ['user.view-started', boss.email, owner.email],
  ]);
});

test("ends with the administrator's session or rights, and after 30 minutes", async () => {
  const other = await makeUser(server.accounts, { role: 'admin' });
  const theirs = await server.as(other);
  const first = await view(owner.id, theirs);
  await call('POST', '/api/auth/logout', theirs);
  expect((await call('GET', '/api/auth/me', first)).statusCode).toBe(401);

  const second = await view(owner.id, await server.as(other));
  await server.accounts.updateTable('users').set({ role: 'unassigned' }).where('id', '=', other.id).execute();
  expect((await call('GET', '/api/auth/me', second)).statusCode).toBe(401);

  const late = await server.as(boss);
  const ending = await view(owner.id, late);
  const end = { expires_at: server.clock.ms + 5 * MINUTE_MS };
  await server.accounts.updateTable('sessions').set(end).where('user_id', '=', boss.id).execute();
  expect((await call('GET', '/api/auth/me', ending)).statusCode).toBe(200);
  server.clock.ms += 6 * MINUTE_MS;
  expect((await call('GET', '/api/auth/me', ending)).statusCode).toBe(401);

  const third = await view(owner.id, await server.as(boss));
  server.clock.ms += 31 * MINUTE_MS;
  expect((await call('GET', '/api/auth/me', third)).statusCode).toBe(401);
});

test('cannot view as an administrator, a disabled or a deleted account', async () => {
  const disabled = await makeUser(server.accounts, { role: 'property', disabled: 1 });
  const deleted = await makeUser(server.accounts, { role: 'property', deletedAt: 1 });
  const statuses = [];
  for (const { id } of [boss, disabled, deleted])
    statuses.push((await call('POST', `/api/users/${id}/view`, admin)).statusCode);
  expect(statuses).toEqual([409, 409, 404]);
});

test("viewing does not appear in the user's own sessions or last-seen time", async () => {
  await view();
  const own = await server.as(owner);
  const sessions = (await call('GET', '/api/auth/sessions', own)).json<{ data: unknown[] }>();
  expect(sessions.data).toHaveLength(1);
  const row = await server.accounts
    .selectFrom('users')
    .select('last_seen_at')
    .where('id', '=', owner.id)
    .executeTakeFirst();
  expect(row).toEqual({ last_seen_at: null });
});
