import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { buildApp } from '../../app.ts';
import { issueAccountToken } from '../../sign-in/account-token.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import {
  OTHER_PASSWORD,
  openRegistration,
  PASSWORD,
  type Registration,
  THE_ANSWER,
} from './testing/open-registration.ts';

const ENDED = [400, { error: { message: 'This link has expired or was already used. Request a new one.' } }];

let registration: Registration;
beforeAll(async () => {
  registration = await openRegistration();
});
beforeEach(() => registration.newMails());
afterAll(() => registration.close());

const makePerson = (given: object = {}) =>
  makeUser(registration.server.accounts, { role: 'property', password: TEST_PASSWORD, ...given });

describe('a password reset', () => {
  test('sets the password once with the mailed link, ends sessions, notifies the owner and starts no session', async () => {
    const { server, forgot, newMails, newToken, reset, login } = registration;
    const user = await makePerson();
    const session = await server.as(user);
    expect(await forgot(user.email, registration.nextIp())).toEqual(THE_ANSWER);
    const token = await newToken();
    expect(await reset(token)).toEqual(THE_ANSWER);
    expect(await reset(token, OTHER_PASSWORD)).toEqual(ENDED);
    expect((await server.app.inject({ url: '/api/auth/me', headers: session })).statusCode).toBe(401);
    expect([await login(user.email, PASSWORD), await login(user.email, TEST_PASSWORD)]).toEqual([200, 401]);
    expect(await newMails()).toMatchObject([
      { envelopeTo: user.email, subject: 'Your Voltboard password was changed' },
    ]);
    const actions = await server.accounts
      .selectFrom('audit_log')
      .select('action')
      .where('subject', '=', user.email)
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['password.reset-asked', 'password.reset']),
    );
  });

  test('succeeds exactly once for fifty concurrent uses of one link', async () => {
    const user = await makePerson();
    await registration.forgot(user.email, registration.nextIp());
    const token = await registration.newToken();
    const answers = await Promise.all(Array.from({ length: 50 }, () => registration.reset(token)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.every(([status]) => [200, 400].includes(status))).toBe(true);
  });

  test('a newer link invalidates the older one, and a link expires after half an hour', async () => {
    const { forgot, newToken, reset, server } = registration;
    const user = await makePerson();
    const ip = registration.nextIp();
    await forgot(user.email, ip);
    const older = await newToken();
    await forgot(user.email, ip);
    const newer = await newToken();
    expect(await reset(older)).toEqual(ENDED);
    server.clock.ms = TEST_NOW + 30 * MINUTE_MS;
    expect(await reset(newer)).toEqual(ENDED);
    server.clock.ms = TEST_NOW;
    expect(await reset(newer)).toEqual(THE_ANSWER);
  });

  test('a link can be used again after its password was rejected', async () => {
    const user = await makePerson();
    await registration.forgot(user.email, registration.nextIp());
    const token = await registration.newToken();
    expect((await registration.reset(token, 'short'))[1]).toMatchObject({
      error: { message: 'The password has 5 characters. Use at least 15.' },
    });
    expect((await registration.reset(token, ''))[1]).toMatchObject({ error: { message: 'Password field is empty' } });
    expect(await registration.reset(token)).toEqual(THE_ANSWER);
  });

  test.each([[{}], [{ token: '' }]])(
    'without a token (%j), the server returns the same message as the page',
    async (body) => {
      for (const url of ['/auth/password-reset', '/auth/verify-email']) {
        const password = url.endsWith('reset') ? { password: PASSWORD } : {};
        const answer = await registration.send('PUT', url, { ...body, ...password });
        expect(answer).toEqual([400, { error: { message: 'There are no token' } }]);
      }
    },
  );

  test.each([['unknown'], ['a'.repeat(43)], [`${'a'.repeat(43)}' or 1=1`]])(
    'the token %s opens nothing',
    async (token) => {
      expect(await registration.reset(token)).toEqual(ENDED);
      expect(await registration.verify(token)).toEqual(ENDED);
    },
  );

  test('a token has one purpose: a reset link verifies no email, and a verification link sets no password', async () => {
    const { server, reset, verify } = registration;
    const { id: userId } = await makePerson();
    const made = async (purpose: 'verify' | 'reset') =>
      (await issueAccountToken(server.accounts, { userId, purpose, now: TEST_NOW })).value;
    expect(await reset(await made('verify'))).toEqual(ENDED);
    expect(await verify(await made('reset'))).toEqual(ENDED);
  });

  test('stores only hashes: no row contains a mailed token', async () => {
    const { server, forgot, newToken } = registration;
    await forgot((await makePerson()).email, registration.nextIp());
    const token = await newToken();
    for (const table of ['account_tokens', 'mails', 'audit_log'] as const) {
      expect(JSON.stringify(await server.accounts.selectFrom(table).selectAll().execute())).not.toContain(token);
    }
  });

  test('verifies the email too, so an unverified account works afterwards', async () => {
    const user = await makePerson({ verified: 0, role: 'unassigned' });
    await registration.forgot(user.email, registration.nextIp());
    await registration.reset(await registration.newToken());
    expect(await registration.login(user.email, PASSWORD)).toBe(200);
  });

  test("unblocks an account under attack for the owner's browser", async () => {
    const { server, forgot, newToken, login } = registration;
    const { email } = await makePerson();
    await server.accounts
      .insertInto('attempt_budgets')
      .values(
        ['account:', 'browser:a:', 'account-factor:'].map((kind) => ({
          subject: `${kind}${email}`,
          account: email,
          whole_at: TEST_NOW + 9e6,
        })),
      )
      .execute();
    await forgot(email, registration.nextIp());
    const done = await server.app.inject({
      method: 'PUT',
      url: '/api/auth/password-reset',
      payload: { token: await newToken(), password: PASSWORD },
    });
    expect(done.json()).toEqual(THE_ANSWER[1]);
    const payload = { email, password: PASSWORD };
    const cookie = String(done.headers['set-cookie']).split(';')[0] ?? '';
    const inBrowser = (headers: object, given: object) =>
      server.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { ...payload, ...given },
        headers: { ...headers },
      });
    // The budget of the owner's browser counts its own mistakes, and the right password resets it.
    for (let mistake = 0; mistake < 9; mistake += 1) await inBrowser({ cookie }, { password: 'mistyped' });
    expect((await inBrowser({ cookie }, {})).statusCode).toBe(200);
    expect((await inBrowser({ cookie: `${cookie}A` }, {})).statusCode).toBe(401);
    // Unknown browsers still have to wait, because the password is new. Only time refills their budget.
    expect(await login(email, PASSWORD)).toBe(401);
    const left = await server.accounts
      .selectFrom('attempt_budgets')
      .select('subject')
      .where('account', '=', email)
      .execute();
    // Access to the mailbox alone gives no guesses at the second factor.
    expect(left.map(({ subject }) => subject).sort()).toEqual(
      ['account-factor:', 'account:', 'browser:a:'].map((kind) => `${kind}${email}`),
    );
  });

  test('does not change a demo account', async () => {
    const { server, forgot, newMails } = registration;
    const { email } = await makePerson({ demo: 1, email: 'guide@demo.voltboard.example' });
    expect(await forgot(email, registration.nextIp())).toEqual(THE_ANSWER);
    expect(await newMails()).toEqual([]);
    const mails = await server.accounts.selectFrom('mails').selectAll().where('to_key', '=', email).execute();
    expect(mails).toMatchObject([{ kind: 'demo-account', status: 'held', sealed_token: null }]);
  });
});

describe('mails that strangers can cause', () => {
  test('twenty requests get the same response, and three mails are sent', async () => {
    const { email } = await makePerson();
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push(await registration.forgot(email, registration.nextIp()));
    expect(answers).toEqual(Array(20).fill(THE_ANSWER));
    expect(await registration.newMails()).toHaveLength(3);
  });

  test('a stranger who uses up the limit does not block the owner: the newest mail stays valid', async () => {
    const { server, forgot, newMails, newToken, reset } = registration;
    const { email } = await makePerson();
    for (let count = 0; count < 3; count += 1) await forgot(email, registration.nextIp());
    const token = await newToken();
    server.clock.ms = TEST_NOW + 45 * MINUTE_MS;
    expect(await reset(token)).toEqual(ENDED);
    await forgot(email, registration.nextIp());
    expect(await newMails()).toEqual([]);
    expect(await reset(token)).toEqual(THE_ANSWER);
    server.clock.ms = TEST_NOW;
    await newMails();
  });

  test('a flood of registrations does not block mails for password resets', async () => {
    const { signUp, forgot, newMails } = registration;
    const { email } = await makePerson();
    for (let count = 0; count < 5; count += 1) await signUp(email, PASSWORD, registration.nextIp());
    expect(await newMails()).toHaveLength(3);
    await forgot(email, registration.nextIp());
    expect(await newMails()).toHaveLength(1);
  });

  test('one source reaches twenty emails per hour, from any address of its IPv6 network', async () => {
    const { signUp, newMails, server } = registration;
    const from = (count: number) => `2001:db8:7:7::${(count + 1).toString(16)}`;
    for (let count = 0; count < 25; count += 1) {
      expect(await signUp(`flood${count}@hotel.example`, PASSWORD, from(count))).toEqual(THE_ANSWER);
    }
    expect(await newMails()).toHaveLength(20);
    server.clock.ms = TEST_NOW + 61 * MINUTE_MS;
    await signUp('later@hotel.example', PASSWORD, from(0));
    expect(await newMails()).toHaveLength(1);
    server.clock.ms = TEST_NOW;
  });
});

test('executes the same statements before the response for every email', async () => {
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(JSON.stringify(node, (key, value) => (key === 'value' || key === 'values' ? undefined : value)));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { server } = registration;
  const accounts = server.accounts.withPlugin(recorder);
  const app = await buildApp(
    { ...server.dependencies, accounts },
    { version: 'test', shedsLoad: false, webFolder: server.config.dataDir },
  );
  const addresses = [
    'unknown@hotel.example',
    (await makePerson()).email,
    (await makePerson({ verified: 0 })).email,
    (await makePerson({ disabled: 1 })).email,
    (await makePerson({ deletedAt: 1 })).email,
    (await makePerson({ password: null })).email,
    (await makePerson({ demo: 1 })).email,
  ];
  const done = new Set<string>();
  for (const [index, email] of addresses.entries()) {
    for (const [url, password] of [
      ['/auth/signup', PASSWORD],
      ['/auth/send-password-reset-email', null],
    ] as const) {
      await registration.newMails();
      statements.length = 0;
      const body = { email, ...(password === null ? {} : { password }) };
      const answer = await registration.send('POST', url, body, { app, ip: `192.0.2.${index}` });
      // The periodic check for pending requests runs concurrently, as does, at first, the encryption on a new server.
      // Work after the insert delays no response.
      const own = statements.filter(
        (statement) =>
          !statement.startsWith('{"kind":"SelectQueryNode"') || !/account_requests|payee_seals/.test(statement),
      );
      const written = own.findIndex((statement) => statement.startsWith('{"kind":"InsertQueryNode"'));
      expect(written).toBeGreaterThanOrEqual(0);
      done.add(JSON.stringify([url, answer, own.slice(0, written + 1)]));
    }
  }
  expect(done.size).toBe(2);
  await app.close();
});
