import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/users.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeUser } from '../../testing/makers.ts';

let server: TestApp;
let one: { id: string };
let two: { id: string };

beforeAll(async () => {
  server = await createTestApp();
  one = await makeUser(server.accounts, { role: 'admin', email: 'one@network.example' });
  two = await makeUser(server.accounts, { role: 'admin', email: 'two@network.example' });
});
afterAll(() => server.close());

async function change(by: { id: string }, id: string, over: object) {
  const headers = await server.as(by);
  const user = (await server.app.inject({ url: `/api/users/${id}`, headers })).json<ManagedUser>();
  const { first_name, last_name, phone_number, email, role, customer_id, disabled, version } = user;
  const form = { first_name, last_name, phone_number, email, role, customer_id, disabled, version, ...over };
  return server.app.inject({ method: 'PUT', url: `/api/users/${id}`, headers, payload: form });
}

const admins = async () =>
  (
    await server.accounts
      .selectFrom('users')
      .select('email')
      .where('role', '=', 'admin')
      .where('disabled', '=', 0)
      .execute()
  ).length;

test('rejects disabling or deleting the own account', async () => {
  const headers = await server.as(one);
  const own = (await server.app.inject({ url: `/api/users/${one.id}`, headers })).json<ManagedUser>();
  expect((await change(one, one.id, { disabled: true })).statusCode).toBe(409);
  const url = `/api/users/${one.id}?version=${own.version}`;
  expect((await server.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(409);
});

test('two administrators who remove each other concurrently leave one', async () => {
  const answers = await Promise.all([
    change(one, two.id, { role: 'unassigned' }),
    change(two, one.id, { role: 'unassigned' }),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await admins()).toBe(1);
});

test('the last administrator cannot be demoted or get an unverified email', async () => {
  const last = await server.accounts
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const demoted = await change(last, last.id, { role: 'unassigned' });
  expect([demoted.statusCode, demoted.body]).toEqual([409, expect.stringContaining('is the last administrator')]);
  expect((await change(last, last.id, { email: 'moved@network.example' })).statusCode).toBe(409);
  expect((await change(last, last.id, { first_name: 'Renamed' })).statusCode).toBe(200);
  expect(await admins()).toBe(1);
});

test('an import cannot remove the last administrator either', async () => {
  const last = await server.accounts
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  const text = `email,role\n${last.email},unassigned\n`;
  const answer = await server.app.inject(
    importCall('/users/import', text, { dryRun: false, headers: await server.as(last) }),
  );
  expect(answer.json()).toMatchObject({ done: false, findings_total: 1 });
  expect(answer.body).toContain('is the last administrator');
  expect(await admins()).toBe(1);
});
