import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/users.ts';
import { emailKey } from '#domain/email.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { importCall } from './import-call.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from './makers.ts';

const WORDS = /mixes letters of different alphabets that look alike\. Type it again in one alphabet/;
let server: TestApp;
let headers: Record<string, string>;
let manager: Record<string, string>;
let bossId: string;
let managerId: string;
let customerId: string;

beforeAll(async () => {
  server = await createTestApp({ env: { SIGN_UP: 'open' } });
  customerId = (await makeCustomer(server.accounts, { name: 'Pier House' })).id;
  bossId = (await makeUser(server.accounts, { role: 'admin', email: 'admin@pier.example' })).id;
  managerId = (await makeUser(server.accounts, { role: 'property', customerId })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.ms = TEST_NOW;
  headers = await server.as({ id: bossId });
  manager = await server.as({ id: managerId });
});

let calls = 0;
const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = headers) => {
  calls += 1;
  const from = { remoteAddress: `10.3.${calls >> 8}.${calls & 255}` };
  return server.app.inject({ method, url: `/api${url}`, headers: as, ...from, ...(payload ? { payload } : {}) });
};
const USER = { first_name: 'Ada', last_name: 'Reed', phone_number: '', disabled: false, role: 'property' };
const formOf = ({ first_name, last_name, phone_number, role, customer_id, disabled, version }: ManagedUser) => ({
  first_name,
  last_name,
  phone_number,
  role,
  customer_id,
  disabled,
  version,
});
let people = 0;
const newUser = () => {
  people += 1;
  return call('POST', '/users', { ...USER, customer_id: customerId, email: `p${people}@pier.example`, invite: false });
};

/** Each way in which a new address enters the product, as a call that returns the response. */
const DOORS = {
  'sign-up': (email: string) => call('POST', '/auth/signup', { email, password: TEST_PASSWORD }, {}),
  'a new account': (email: string) =>
    call('POST', '/users', { ...USER, customer_id: customerId, email, invite: false }),
  'a changed account': async (email: string) => {
    const user = (await newUser()).json<ManagedUser>();
    return call('PUT', `/users/${user.id}`, { ...formOf(user), email });
  },
  'an invitation': (email: string) =>
    call('POST', '/colleagues', { first_name: 'Lea', last_name: 'Moss', standing: 'viewer', email }, manager),
  'an imported file': (email: string) =>
    server.app.inject(
      importCall(
        '/users/import',
        `email,first_name,last_name,phone,role,customer,disabled,invite\n${email},Ada,Reed,,property,Pier House,,no\n`,
        { dryRun: false, headers },
      ),
    ),
} as const;

const LOOKALIKES = [
  ['a letter among others', 'аdmin@pier.example'],
  ['a whole name', 'ѕсоре@pier.example'],
  ['a part of a name', 'maria.ѕсоре@pier.example'],
  ['a domain', 'admin@рiеr.example'],
  ['a domain in its ASCII form', 'admin@xn--80ak6aa92e.example'],
  ['a Greek letter', 'αdmin@pier.example'],
  ['a dotless letter', 'admın@pier.example'],
] as const;
const HIDDEN = [
  'ad\u200bmin@pier.example',
  'ad\u202emin@pier.example',
  'ad\u2066min@pier.example',
  'ad\u00admin@pier.example',
];

describe.each(Object.entries(DOORS))('%s', (_door, send) => {
  test.each(LOOKALIKES)('rejects an address that looks like another one: %s', async (_how, email) => {
    const answer = await send(email);
    expect(answer.body).toMatch(WORDS);
    for (const table of ['users', 'account_requests'] as const) {
      const stored = server.accounts
        .selectFrom(table)
        .select('email_key')
        .where('email_key', '=', emailKey(email) ?? '');
      expect(await stored.execute()).toEqual([]);
    }
  });

  test('rejects invisible characters', async () => {
    for (const email of HIDDEN) {
      const answer = await send(email);
      expect(answer.body).toMatch(/email address.*name@example\.com/i);
    }
  });

  test('accepts an address of one alphabet', async () => {
    people += 1;
    for (const email of [`jörg${people}@müller.example`, `иван${people}@пример.example`]) {
      const answer = await send(email);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.body).not.toMatch(WORDS);
    }
  });
});

test('a user who already had such an address keeps it, signs in and can be edited', async () => {
  const user = await makeUser(server.accounts, {
    role: 'property',
    customerId,
    email: 'оld@pier.example',
    password: TEST_PASSWORD,
  });
  const login = await call('POST', '/login', { email: 'оld@pier.example', password: TEST_PASSWORD }, {});
  expect(login.statusCode, login.body).toBe(200);
  const stored = (await call('GET', `/users/${user.id}`)).json<ManagedUser>();
  const changed = await call('PUT', `/users/${user.id}`, {
    ...formOf(stored),
    email: stored.email,
    last_name: 'Stone',
  });
  expect(changed.statusCode, changed.body).toBe(200);
  const reset = await call('POST', '/auth/send-password-reset-email', { email: 'оld@pier.example' }, {});
  expect(reset.statusCode, reset.body).toBe(200);
});
