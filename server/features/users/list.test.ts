import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/users.ts';
import { personKeys } from '#domain/person-names.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: Record<string, string>;
let hotelId: string;

beforeAll(async () => {
  server = await createTestApp();
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'zz-boss@network.example' }));
  hotelId = (await makeCustomer(server.accounts, { name: 'Café Großmann' })).id;
  await server.accounts.transaction().execute(async (tx) => {
    for (let index = 0; index < 23; index += 1) await makeGuest(tx, index);
  });
});
afterAll(() => server.close());

async function makeGuest(tx: AccountsDb, index: number): Promise<void> {
  const isLinked = index % 2 === 0;
  const user = await makeUser(tx, {
    role: isLinked ? 'property' : 'unassigned',
    customerId: isLinked ? hotelId : null,
    email: `guest${String(index).padStart(2, '0')}@list.example`,
    verified: index < 20 ? 1 : 0,
    disabled: index === 3 ? 1 : 0,
  });
  const lastName = index === 7 ? 'Ünal' : 'Person';
  const name = { first_name: 'Guest', last_name: lastName, ...personKeys('Guest', lastName) };
  await tx
    .updateTable('users')
    .set({ ...name, last_seen_at: index + 1 })
    .where('id', '=', user.id)
    .execute();
}

type Page = { data: ManagedUser[]; total: number; page: number; limit: number };
const list = async (query: string): Promise<Page> => {
  const answer = await server.app.inject({ url: `/api/users?${query}`, headers: admin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const emails = async (query: string) => (await list(query)).data.map(({ email }) => email);

test('pages of ten contain every account once', async () => {
  const seen: string[] = [];
  for (const page of [1, 2, 3]) seen.push(...(await emails(`q=guest&sort=email&page=${page}`)));
  expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `guest${String(index).padStart(2, '0')}@list.example`));
  expect(await list('q=guest&page=9')).toMatchObject({ data: [], total: 23, page: 9, limit: 10 });
});

test.each([
  ['a name in any case', 'q=ÜNAL', ['guest07@list.example']],
  ['part of an address', 'q=guest11@', ['guest11@list.example']],
  ['words of name and customer together', 'q=guest+café+großmann&sort=email&limit=1', ['guest00@list.example']],
  ['the wildcards of SQL as ordinary characters', 'q=guest%25', []],
  ['an underscore as itself', 'q=guest_1', []],
  ['a status', 'q=guest&status=disabled', ['guest03@list.example']],
  ['a status and a role', 'q=guest&status=pending&role=unassigned', ['guest21@list.example']],
])('the search finds %s', async (_name, query, expected) => {
  expect(await emails(query)).toEqual(expected);
});

test('the customer filter returns the accounts of one customer', async () => {
  expect((await list(`customer_id=${hotelId}`)).total).toBe(12);
});

test.each([
  ...['avatar', 'first_name', 'last_name', 'phone_number', 'email', 'role', 'customer', 'email_verified', 'disabled'],
  'last_seen_at',
])('sorting by %s and back reverses the values', async (name) => {
  const up = await list(`sort=${name}&limit=100`);
  const down = await list(`sort=-${name}&limit=100`);
  expect(up.data).toHaveLength(24);
  const values = ({ data }: Page) => data.map((user) => user[name as keyof ManagedUser]);
  expect(values(down).reverse()).toEqual(values(up));
});

test('accounts that were never seen sort before others', async () => {
  const [first, second, ...rest] = (await list('sort=last_seen_at&limit=100&q=guest')).data;
  expect([first?.last_seen_at, second?.last_seen_at]).toEqual(['1970-01-01T00:00:00.001Z', '1970-01-01T00:00:00.002Z']);
  expect(rest).toHaveLength(21);
});

test.each([
  'limit=1000',
  'limit=1e9',
  'limit=0',
  'page=0',
  'page=-1',
  'sort=password_hash',
  'sort=email;drop',
  'role=king',
  'x=1',
])('rejects %s', async (query) => {
  expect((await server.app.inject({ url: `/api/users?${query}`, headers: admin })).statusCode).toBe(400);
});

test('the file has all matching accounts, and formulas for spreadsheets are harmless', async () => {
  const user = await makeUser(server.accounts, { role: 'unassigned', email: 'formula@list.example' });
  await server.accounts
    .updateTable('users')
    .set({ first_name: '=HYPERLINK("http://x","y")', phone_number: '+1 555 010 0000' })
    .where('id', '=', user.id)
    .execute();
  const answer = await server.app.inject({ url: '/api/users/export?q=list.example&sort=email', headers: admin });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head = '', first = '', ...others] = answer.body.trim().split('\r\n');
  expect(head).toMatch(/^email,first_name,last_name,phone,role,customer,standing,disabled,/);
  expect(first).toContain(`"'=HYPERLINK(""http://x"",""y"")",Person,+1 555 010 0000,unassigned`);
  expect(others).toHaveLength(23);
  const audited = await server.accounts
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'users.exported')
    .execute();
  expect(audited).toHaveLength(1);
});
