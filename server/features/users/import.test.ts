import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportAnswer, ImportLine } from '#contract/imports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let boss: { id: string };
let admin: Record<string, string>;
let hotelId: string;

beforeAll(async () => {
  server = await createTestApp();
  boss = await makeUser(server.accounts, { role: 'admin', email: 'boss@network.example' });
  hotelId = (await makeCustomer(server.accounts, { name: 'Pier House' })).id;
  await makeCustomer(server.accounts, { name: 'Brightleaf', kind: 'advertiser' });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await server.as(boss);
});

async function send(text: string | Buffer, dryRun = false): Promise<ImportAnswer> {
  const answer = await server.app.inject(importCall('/users/import', text, { dryRun, headers: admin }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const userOf = (email: string) =>
  server.accounts.selectFrom('users').selectAll().where('email_key', '=', email).executeTakeFirst();

const HEAD = 'email,first_name,last_name,phone,role,customer,disabled,invite\n';
const FILE = `${HEAD}maria@import.example,Maria,Stone,'+1 555 010 0000,property,pier  HOUSE,,yes\njon@import.example,Jon,Berg,,unassigned,,no,\n`;

test('a dry run reports the changes and changes nothing', async () => {
  const answer = await send(FILE, true);
  expect(answer).toMatchObject({ done: false, rows: 2, findings: [], changes_total: 3 });
  expect(answer.counts[0]).toEqual({ thing: 'accounts', created: 2, changed: 0, unchanged: 0 });
  expect(answer.changes.map(({ line, name, change }) => [line, name, change])).toContainEqual([
    2,
    'maria@import.example',
    'created',
  ]);
  expect(await userOf('maria@import.example')).toBeUndefined();
  expect(await server.accounts.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test('the same file again changes nothing, even after an administrator changed or deleted its accounts', async () => {
  expect(await send(FILE)).toMatchObject({ done: true });
  const maria = await userOf('maria@import.example');
  expect(maria).toMatchObject({
    customer_id: hotelId,
    phone_number: '+1 555 010 0000',
    email_verified: 0,
    role: 'property',
  });
  expect(maria?.import_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await server.accounts.selectFrom('mails').select('to_key').execute()).toEqual([
    { to_key: 'maria@import.example' },
  ]);

  await server.accounts
    .updateTable('users')
    .set({ last_name: 'Rivers' })
    .where('email_key', '=', 'maria@import.example')
    .execute();
  await server.accounts
    .updateTable('users')
    .set({ deleted_at: 5 })
    .where('email_key', '=', 'jon@import.example')
    .execute();
  expect(await send(FILE)).toMatchObject({
    done: true,
    changes_total: 0,
    counts: [{ created: 0, changed: 0, unchanged: 2 }],
  });
  expect(await userOf('maria@import.example')).toMatchObject({ last_name: 'Rivers' });
  expect(await userOf('jon@import.example')).toMatchObject({ deleted_at: 5 });
});

test('a changed line changes its account and shows both values, and empty cells keep stored values', async () => {
  await send(`${HEAD}eva@import.example,Eva,Novak,,property,Pier House,,\n`);
  const eva = await userOf('eva@import.example');
  await server.accounts
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', eva?.id ?? '')
    .execute();
  const session = await server.as({ id: eva?.id ?? '' });
  const changed = await send(`${HEAD}eva@import.example,,,,advertiser,Brightleaf,,\n`);
  expect(changed.changes[0]).toMatchObject({ line: 2, change: 'changed', name: 'eva@import.example' });
  expect(changed.changes[0]?.fields).toContainEqual({ field: 'role', before: 'property', after: 'advertiser' });
  expect(await userOf('eva@import.example')).toMatchObject({ first_name: 'Eva', role: 'advertiser' });
  expect((await server.app.inject({ url: '/api/auth/me', headers: session })).statusCode).toBe(401);
});

test.each([
  ['no address', 'nobody,A,B,,unassigned,,,', /email/, /is not an email address/],
  ['an unknown role', 'a@b.example,A,B,,king,,,', /role/, /is not valid/],
  ['no role for a new account', 'a@b.example,A,B,,,,,', /role/, /is not valid/],
  ['full access', 'a@b.example,A,B,,full,,,', /role/, /manually/],
  ['an unknown customer', 'a@b.example,A,B,,property,Nobody,,', /customer/, /was not found/],
  ['a customer of another kind', 'a@b.example,A,B,,property,Brightleaf,,', /customer/, /doesn’t match this role/],
  ['an owner without customer', 'a@b.example,A,B,,property,,,', /customer/, /choose the customer/],
  ['neither yes nor no', 'a@b.example,A,B,,unassigned,,maybe,', /disabled/, /neither yes nor no/],
])('%s: reports the line with the reason, and imports nothing of the file', async (_name, line, column, reason) => {
  const answer = await send(`${HEAD}good@import.example,G,H,,unassigned,,,\n${line}\n`);
  expect(answer).toMatchObject({ done: false, findings_total: 1 });
  expect(answer.findings[0]).toMatchObject({
    line: 3,
    column: expect.stringMatching(column),
    message: expect.stringMatching(reason),
  });
  expect(await userOf('good@import.example')).toBeUndefined();
});

test('a file contains the standing, and an older file without that column still works', async () => {
  const head = HEAD.replace('customer', 'standing,customer');
  const file = `${head}eva@import.example,Eva,Lund,,property,Viewer,Pier House,,\nole@import.example,Ole,Lund,,property,,Pier House,,\n`;
  expect(await send(file)).toMatchObject({ done: true });
  expect(await userOf('eva@import.example')).toMatchObject({ standing: 'viewer' });
  expect(await userOf('ole@import.example')).toMatchObject({ standing: 'manager' });
  const without = `${HEAD}ole@import.example,Ole,Lund,,property,Pier House,,\n`;
  expect((await send(without)).counts[0]).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  const renamed = `${HEAD}eva@import.example,Eva,Lind,,property,Pier House,,\n`;
  expect((await send(renamed)).changes).toMatchObject([{ fields: [{ field: 'last_name' }] }]);
  expect(await userOf('eva@import.example')).toMatchObject({ last_name: 'Lind', standing: 'viewer' });
  const raised = `${head}eva@import.example,Eva,Lind,,property,manager,Pier House,,\n`;
  expect((await send(raised)).changes).toMatchObject([{ fields: [{ field: 'standing', after: 'manager' }] }]);
  const odd = `${head}sam@import.example,Sam,Lund,,unassigned,viewer,,,\n`;
  expect((await send(odd)).findings).toMatchObject([{ column: 'standing' }]);
});

test('rejects an account that occurs in two lines', async () => {
  const answer = await send(`${HEAD}x@import.example,A,B,,unassigned,,,\nX@Import.example,A,B,,unassigned,,,\n`);
  expect(answer.findings[0]?.message).toContain('is also in line 2');
});

test.each([
  ['no table', 'hello', /is missing email/],
  ['no UTF-8', Buffer.from([0xff, 0xfe, 0x41]), /not encoded in UTF-8/],
  ['a column nobody knows', 'email,password\na@b.example,x\n', /unknown columns 'password'/],
])('rejects %s as a whole', async (_name, text, reason) => {
  const answer = await server.app.inject(importCall('/users/import', text, { dryRun: true, headers: admin }));
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(reason)]);
});

test('importing an exported file changes nothing', async () => {
  const file = await server.app.inject({ url: '/api/users/export', headers: admin });
  const answer = await send(file.body);
  expect(answer).toMatchObject({ findings: [], changes_total: 0 });
});

test('an import needs a fresh login, but its dry run does not', async () => {
  server.clock.ms += 11 * MINUTE_MS;
  const statuses = [];
  for (const dryRun of [true, false]) {
    const call = importCall('/users/import', FILE, { dryRun, headers: admin });
    statuses.push((await server.app.inject(call)).statusCode);
  }
  expect(statuses).toEqual([200, 401]);
});

test('a request for lines gets the progress, and a rejection gets its status', async () => {
  const headers = await server.as(boss);
  const accept = 'application/x-ndjson';
  const answer = await server.app.inject(importCall('/users/import', FILE, { dryRun: true, headers, accept }));
  expect(answer.headers['content-type']).toBe(accept);
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportLine);
  expect(lines.at(-1)).toMatchObject({
    answer: { done: false, rows: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const bad = await server.app.inject(importCall('/users/import', 'hello', { dryRun: true, headers, accept }));
  expect([bad.statusCode, bad.json()]).toMatchObject([
    400,
    { error: { message: expect.stringContaining('is missing email') } },
  ]);
});

test('rejects a body that is not a file', async () => {
  const call = importCall('/users/import', FILE, { dryRun: true, headers: await server.as(boss) });
  const json = { ...call, headers: { ...call.headers, 'content-type': 'application/json' }, payload: '{}' };
  expect((await server.app.inject(json)).statusCode).toBe(415);
});
