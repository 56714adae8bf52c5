import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminCustomer } from '#contract/customers.ts';
import type { ImportAnswer } from '#contract/imports.ts';
import type { ManagedUser } from '#contract/users.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeUser } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp();
  admin = await server.as(await makeUser(server.accounts, { role: 'admin', email: 'boss@example.com' }));
});
afterAll(() => server.close());

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({ method, url: `/api${url}`, headers: admin, ...(payload ? { payload } : {}) });
const listed = async (q: string): Promise<string[]> => {
  const answer = await call('GET', `/admin/customers?q=${encodeURIComponent(q)}`);
  return answer.json<{ data: AdminCustomer[] }>().data.map(({ name }) => name);
};

const NAMES = [
  'ශ්‍රී ලංකා',
  'می‌خواهم کافه',
  '👩‍👩‍👧 Café',
  'مقهى القاهرة',
  '北京咖啡馆 Berlin',
  'โฆษณา ไทย จำกัด',
  'Müller & Söhne Kaffeeröstereien Köln GmbH & Co. KG',
];
const FORM = { kind: 'advertiser', category: 'brand' };

test.each(NAMES)('the form accepts %s, and search finds it once, with and without joiners', async (name) => {
  const answer = await call('POST', '/admin/customers', { ...FORM, name });
  expect(answer.statusCode, answer.body).toBe(200);
  const bare = name.replace(/[\u200c\u200d]/g, '');
  expect(await listed(name)).toEqual([name]);
  expect(await listed(bare)).toEqual([name]);
  if (bare !== name) expect((await call('POST', '/admin/customers', { ...FORM, name: bare })).statusCode).toBe(409);
});

test('files accept such names, and reject joiners that are only hidden', async () => {
  const lines = ['name,kind,category', 'قهوه\u200cخانه,advertiser,brand', 'Pier\u200dHouse,advertiser,brand'];
  const refused = await server.app.inject(
    importCall('/admin/customers/import', lines.join('\n'), { dryRun: false, headers: admin }),
  );
  expect(refused.statusCode, refused.body).toBe(200);
  const { done, findings } = refused.json<ImportAnswer>();
  expect(done).toBe(false);
  expect(findings).toEqual([expect.objectContaining({ line: 3, column: 'name' })]);
  const good = lines.slice(0, 2).join('\n');
  const taken = await server.app.inject(importCall('/admin/customers/import', good, { dryRun: false, headers: admin }));
  expect(taken.json<ImportAnswer>().done).toBe(true);
  expect(await listed('قهوهخانه')).toEqual(['قهوه\u200cخانه']);
});

const PERSON = { first_name: 'Jörg', last_name: 'می‌خواهم', phone_number: '', disabled: false, customer_id: '' };

test('an account may have an internationalized email, shown in its letters and mailed in ASCII', async () => {
  const body = { ...PERSON, email: 'Jörg@Müller.example', role: 'admin', invite: true };
  const answer = await call('POST', '/users', body);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<ManagedUser>()).toMatchObject({ email: 'jörg@müller.example', last_name: 'می‌خواهم' });
  const mails = await server.accounts.selectFrom('mails').select('to_email').execute();
  expect(mails).toEqual([{ to_email: 'jörg@xn--mller-kva.example' }]);
  const same = await call('POST', '/users', { ...body, email: 'jörg@xn--mller-kva.example' });
  expect(same.statusCode).toBe(409);
  for (const q of ['müller', 'xn--mller', 'jörg@müller.example']) {
    const found = await call('GET', `/users?q=${encodeURIComponent(q)}`);
    expect(
      found.json<{ data: ManagedUser[] }>().data.map(({ email }) => email),
      q,
    ).toEqual(['jörg@müller.example']);
  }
});

test('a file may contain internationalized email addresses', async () => {
  const file = 'email,first_name,role\nκώστας@παράδειγμα.example,Κώστας,unassigned\n';
  for (const changed of [1, 0]) {
    const answer = await server.app.inject(importCall('/users/import', file, { dryRun: false, headers: admin }));
    expect(answer.statusCode, answer.body).toBe(200);
    const { done, findings, counts } = answer.json<ImportAnswer>();
    expect({ done, findings, created: counts[0]?.created }).toEqual({ done: true, findings: [], created: changed });
  }
});

test('sorts customers as in a dictionary, in both directions, including accented letters', async () => {
  const sorted = [
    'Sorted Adler',
    'Sorted Ägäis',
    'Sorted Atlas',
    'Sorted Óscar',
    'Sorted Ost',
    'Sorted Žižka',
    'Sorted Zoo',
  ];
  for (const name of sorted.toReversed()) await call('POST', '/admin/customers', { ...FORM, name });
  expect(await listed('sorted')).toEqual(sorted);
  const answer = await call('GET', '/admin/customers?q=sorted&sort=-name');
  expect(answer.json<{ data: AdminCustomer[] }>().data.map(({ name }) => name)).toEqual(sorted.toReversed());
});

test('sorts accounts, venues of outlets and saved reports the same way', async () => {
  const words = ['Abel', 'Äbel', 'Ada', 'Élan', 'Eve', 'Özil', 'Zoe'];
  for (const first_name of words.toReversed()) {
    const email = `${words.indexOf(first_name)}@sorted.example`;
    await call('POST', '/users', { ...PERSON, first_name, last_name: 'X', email, role: 'unassigned', invite: false });
    const question = { dimensions: 'venue', metrics: 'views', range: '30d' };
    await call('POST', '/saved-reports', { name: first_name, question, shared: false });
  }
  const people = await call('GET', '/users?q=sorted.example&sort=first_name');
  expect(people.json<{ data: { first_name: string }[] }>().data.map((one) => one.first_name)).toEqual(words);
  const reports = await call('GET', '/saved-reports');
  expect(reports.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(words);
});
