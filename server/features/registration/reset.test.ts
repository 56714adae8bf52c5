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

const ENDED = [400, { error: { message: 'This link has ended or was used already. Ask for a new one.' } }];

let registration: Registration;
beforeAll(async () => {
  registration = await openRegistration();
});
beforeEach(() => registration.newMails());
afterAll(() => registration.close());

const makePerson = (given: object = {}) =>
  makeUser(registration.server.accounts, { role: 'property', password: TEST_PASSWORD, ...given });

describe('a forgotten password', () => {
  test('is set anew by the mailed link, once; sessions end, the owner is told, nobody is signed in', async () => {
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

  test('fifty uses of one link at the same time: exactly one succeeds', async () => {
    const user = await makePerson();
    await registration.forgot(user.email, registration.nextIp());
    const token = await registration.newToken();
    const answers = await Promise.all(Array.from({ length: 50 }, () => registration.reset(token)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.every(([status]) => [200, 400].includes(status))).toBe(true);
  });

  test('a newer link makes the older worthless, and a link ends after half an hour', async () => {
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

  test('a link opened but refused for its password can be used again', async () => {
    const user = await makePerson();
    await registration.forgot(user.email, registration.nextIp());
    const token = await registration.newToken();
    expect((await registration.reset(token, 'short'))[1]).toMatchObject({
      error: { message: 'The password has 5 characters; use at least 15.' },
    });
    expect((await registration.reset(token, ''))[1]).toMatchObject({ error: { message: 'Password field is empty' } });
    expect(await registration.reset(token)).toEqual(THE_ANSWER);
  });

  test.each([[{}], [{ token: '' }]])('without a token (%j) the server says the same as the page', async (body) => {
    for (const url of ['/auth/password-reset', '/auth/verify-email']) {
      const password = url.endsWith('reset') ? { password: PASSWORD } : {};
      const answer = await registration.send('PUT', url, { ...body, ...password });
      expect(answer).toEqual([400, { error: { message: 'There are no token' } }]);
    }
  });

  test.each([['unknown'], ['a'.repeat(43)], [`${'a'.repeat(43)}' or 1=1`]])(
    'the token %s opens nothing',
    async (token) => {
      expect(await registration.reset(token)).toEqual(ENDED);
      expect(await registration.verify(token)).toEqual(ENDED);
    },
  );

  test('tokens are for one purpose: an address is not verified by a reset link, nor a password set by the other', async () => {
    const { server, reset, verify } = registration;
    const { id: userId } = await makePerson();
    const made = async (purpose: 'verify' | 'reset') =>
      (await issueAccountToken(server.accounts, { userId, purpose, now: TEST_NOW })).value;
    expect(await reset(await made('verify'))).toEqual(ENDED);
    expect(await verify(await made('reset'))).toEqual(ENDED);
  });

  test('the store has only hashes: no row anywhere holds a token that was mailed', async () => {
    const { server, forgot, newToken } = registration;
    await forgot((await makePerson()).email, registration.nextIp());
    const token = await newToken();
    for (const table of ['account_tokens', 'mails', 'audit_log'] as const) {
      expect(JSON.stringify(await server.accounts.selectFrom(table).selectAll().execute())).not.toContain(token);
    }
  });

  test('proves the address as well: an unverified account works afterwards', async () => {
    const user = await makePerson({ verified: 0, role: 'unassigned' });
    await registration.forgot(user.email, registration.nextIp());
    await registration.reset(await registration.newToken());
    expect(await registration.login(user.email, PASSWORD)).toBe(200);
  });

  test('helps an account that is being guessed at, also in the browser of its owner', async () => {
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
    // Mistakes in the owner's browser are its own, and a right password forgives them.
    for (let mistake = 0; mistake < 9; mistake += 1) await inBrowser({ cookie }, { password: 'mistyped' });
    expect((await inBrowser({ cookie }, {})).statusCode).toBe(200);
    expect((await inBrowser({ cookie: `${cookie}A` }, {})).statusCode).toBe(401);
    // Strangers wait as before: the password is another, and guesses at it come back by time alone.
    expect(await login(email, PASSWORD)).toBe(401);
    const left = await server.accounts
      .selectFrom('attempt_budgets')
      .select('subject')
      .where('account', '=', email)
      .execute();
    // A mailbox alone gives no guesses at the second factor.
    expect(left.map(({ subject }) => subject).sort()).toEqual(
      ['account-factor:', 'account:', 'browser:a:'].map((kind) => `${kind}${email}`),
    );
  });

  test('of a demo account stays as it is', async () => {
    const { server, forgot, newMails } = registration;
    const { email } = await makePerson({ demo: 1, email: 'guide@demo.voltboard.example' });
    expect(await forgot(email, registration.nextIp())).toEqual(THE_ANSWER);
    expect(await newMails()).toEqual([]);
    const mails = await server.accounts.selectFrom('mails').selectAll().where('to_key', '=', email).execute();
    expect(mails).toMatchObject([{ kind: 'demo-account', status: 'held', sealed_token: null }]);
  });
});

describe('mails that strangers can cause', () => {
  test('twenty requests get the same answer, and three mails are sent', async () => {
    const { email } = await makePerson();
    const answers = [];
    for (let count = 0; count < 20; count += 1) answers.push(await registration.forgot(email, registration.nextIp()));
    expect(answers).toEqual(Array(20).fill(THE_ANSWER));
    expect(await registration.newMails()).toHaveLength(3);
  });

  test('whoever uses up the limit does not keep the owner out: the newest mail works when they ask', async () => {
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

  test('a flood of registrations leaves the mails of forgotten passwords alone', async () => {
    const { signUp, forgot, newMails } = registration;
    const { email } = await makePerson();
    for (let count = 0; count < 5; count += 1) await signUp(email, PASSWORD, registration.nextIp());
    expect(await newMails()).toHaveLength(3);
    await forgot(email, registration.nextIp());
    expect(await newMails()).toHaveLength(1);
  });

  test('one source reaches twenty addresses an hour, wherever in its IPv6 network it writes from', async () => {
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

test('before the answer the same is done for every address, whatever account it has', async () => {
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
      // The periodic check for pending requests runs beside it, and initially the sealing of a new server. Work after
      // the insert delays no response.
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
