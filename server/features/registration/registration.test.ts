import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import { DAY_MS } from '#domain/durations.ts';
import { linkIn } from '../../mail/testing/mail-sink.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { forgetPending } from './forget-pending.ts';
import {
  OTHER_PASSWORD,
  openRegistration,
  PASSWORD,
  type Registration,
  THE_ANSWER,
} from './testing/open-registration.ts';

let registration: Registration;
beforeAll(async () => {
  registration = await openRegistration();
});
afterAll(() => registration.close());

let person = 0;
/** Sends a request, which causes an early check. Otherwise, pending requests are handled only every few seconds. */
const lookNow = () => registration.forgot('nobody@hotel.example', registration.nextIp());
const newEmail = () => `person${++person}@hotel.example`;

describe('registration', () => {
  test('creates an account without rights that can sign in after email verification', async () => {
    const { server, signUp, newMails, verify, login, user, send } = registration;
    const email = newEmail();
    expect(await signUp(email)).toEqual(THE_ANSWER);
    const [mail] = await newMails();
    expect(mail).toMatchObject({ envelopeTo: email, subject: 'Verify your email for Voltboard' });
    expect(linkIn(mail ?? {}).url).toMatch(/^https:\/\/outlets\.example\/verify-email\?token=[\w-]{43}$/);
    expect(await user(email)).toMatchObject([{ role: 'unassigned', email_verified: 0, customer_id: null }]);
    expect(await login(email, PASSWORD)).toBe(401);

    const { token } = linkIn(mail ?? {});
    expect(await verify(token)).toEqual(THE_ANSWER);
    expect(await verify(token)).toEqual(THE_ANSWER);
    const [status, answer] = await send('POST', '/login', { email, password: PASSWORD });
    expect(status).toBe(200);
    const { data, role } = answer as LoginAnswer;
    expect(role).toBe('unassigned');
    const list = await server.app.inject({ url: '/api/list', headers: { authorization: `Bearer ${data}` } });
    expect(list.statusCode).toBe(403);
  });

  test('a login before verification sends the link again for the right password only', async () => {
    const { signUp, newMails, newToken, verify, login, server, nextIp } = registration;
    const email = newEmail();
    await signUp(email, PASSWORD, nextIp());
    await newMails();
    expect(await login(email, OTHER_PASSWORD)).toBe(401);
    expect(await server.accounts.selectFrom('account_requests').select('id').execute()).toEqual([]);
    expect(await login(email, PASSWORD)).toBe(401);
    await lookNow();
    const token = await newToken();
    expect(await verify(token)).toEqual(THE_ANSWER);
    expect(await login(email, PASSWORD)).toBe(200);
  });

  test('repeated logins before verification send at most three mails per hour', async () => {
    const { signUp, newMails, login, nextIp } = registration;
    const email = newEmail();
    await signUp(email, PASSWORD, nextIp());
    // The account does not exist until the request is handled, so a login before then cannot trigger a link.
    expect(await newMails()).toHaveLength(1);
    for (let turn = 0; turn < 5; turn += 1) expect(await login(email, PASSWORD)).toBe(401);
    await lookNow();
    expect(await newMails()).toHaveLength(2);
  });

  test.each([
    ['role', { role: 'admin' }],
    ['cid', { cid: '1' }],
    ['emailVerified', { emailVerified: true }],
  ])('rejects a body that contains %s, and creates nothing', async (_field, extra) => {
    const email = newEmail();
    const [status] = await registration.send('POST', '/auth/signup', { email, password: PASSWORD, ...extra });
    expect(status).toBe(400);
    await registration.newMails();
    expect(await registration.user(email)).toEqual([]);
  });

  test('rejects a flood from one address before reading the body or checking the password', async () => {
    const remoteAddress = registration.nextIp();
    const call = (text: string) =>
      registration.server.app.inject({
        method: 'POST',
        url: '/api/auth/signup',
        remoteAddress,
        payload: text,
        headers: { 'content-type': 'application/json' },
      });
    const statuses: number[] = [];
    for (let turn = 0; turn < 121; turn += 1) statuses.push((await call('{ no JSON')).statusCode);
    expect(statuses).toEqual([...Array(120).fill(400), 429]);
    const good = JSON.stringify({ email: newEmail(), password: PASSWORD });
    for (const text of [good, '{ no JSON', 'x'.repeat(100_000)]) expect((await call(text)).statusCode).toBe(429);
  });

  test.each([
    ['', 'Password field is empty'],
    ['short text', 'The password has 10 characters. Use at least 15.'],
    ['password password', /easy to guess/],
    ['person@hotel.example', /easy to guess/],
    ['voltboard voltboard', /easy to guess/],
  ])('rejects the password "%s" with its reason', async (password, reason) => {
    const [status, body] = await registration.signUp('person@hotel.example', password, registration.nextIp());
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { message: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
    });
  });

  test.each([
    ['64 spaces and emoji', '🙂 🚀 '.repeat(15).concat('x9 ?')],
    ['256 characters', 'Längst vergessene Worte, 7 mal gesagt. '.repeat(7).slice(0, 256)],
  ])('accepts %s unchanged', async (_name, password) => {
    const email = newEmail();
    expect(await registration.signUp(email, password, registration.nextIp())).toEqual(THE_ANSWER);
    await registration.verify(await registration.newToken());
    expect(await registration.login(email, password)).toBe(200);
    expect(await registration.login(email, password.slice(0, -1))).toBe(401);
  });

  test.each(['a@b,c@d.example', 'a@d.example\r\nBcc: x@d.example', 'a b@d.example', '<a@d.example>', 'nobody', ''])(
    'rejects %j as an address',
    async (email) => expect((await registration.signUp(email, PASSWORD, registration.nextIp()))[0]).toBe(400),
  );

  test('treats every spelling of an email as the same account, and mails to its normalized form', async () => {
    const ip = registration.nextIp();
    await registration.signUp('Ada@Hotel.example', PASSWORD, ip);
    await registration.signUp('ada＠hotel.example', PASSWORD, ip);
    await registration.signUp(' ada@hotel.example ', PASSWORD, ip);
    const mails = await registration.newMails();
    expect(mails.map(({ envelopeTo }) => envelopeTo)).toEqual(Array(3).fill('ada@hotel.example'));
    expect(await registration.user('ada@hotel.example')).toHaveLength(1);
  });

  test('two concurrent registrations create one account and send one mail', async () => {
    const email = newEmail();
    const ip = registration.nextIp();
    const answers = await Promise.all([1, 2].map(() => registration.signUp(email, PASSWORD, ip)));
    expect(answers).toEqual([THE_ANSWER, THE_ANSWER]);
    expect(await registration.newMails()).toHaveLength(1);
    expect(await registration.user(email)).toHaveLength(1);
  });

  test("builds the link from PUBLIC_URL, regardless of the request's host", async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/' };
    await registration.send('POST', '/auth/signup', { email: newEmail(), password: PASSWORD }, { headers });
    const [mail] = await registration.newMails();
    expect(linkIn(mail ?? {}).url).toMatch(/^https:\/\/outlets\.example\//);
    expect(`${mail?.text} ${mail?.html}`).not.toContain('evil');
  });
});

describe('registering an email that has an account', () => {
  test('changes nothing for a verified account and notifies its owner', async () => {
    const { signUp, newMails, login, server } = registration;
    const { email } = await makeUser(server.accounts, { role: 'property', password: TEST_PASSWORD });
    expect(await signUp(email, PASSWORD, registration.nextIp())).toEqual(THE_ANSWER);
    const mails = await newMails();
    expect(mails).toMatchObject([{ envelopeTo: email, subject: 'You already have a Voltboard account' }]);
    expect(mails[0]?.text).not.toContain('token=');
    expect([await login(email, TEST_PASSWORD), await login(email, PASSWORD)]).toEqual([200, 401]);
  });

  test('an unverified account gets the password of the link that is used', async () => {
    const { signUp, newToken, verify, login, nextIp } = registration;
    const email = newEmail();
    const ip = nextIp();
    await signUp(email, PASSWORD, ip);
    const first = await newToken();
    await signUp(email, OTHER_PASSWORD, ip);
    const second = await newToken();
    expect((await verify(first))[0]).toBe(400);
    expect((await verify(second))[0]).toBe(200);
    expect([await login(email, OTHER_PASSWORD), await login(email, PASSWORD)]).toEqual([200, 401]);
  });

  test("after a registration by a stranger, the owner's link stays valid and the stranger's becomes invalid", async () => {
    const { signUp, newToken, verify, login, nextIp } = registration;
    const email = newEmail();
    await signUp(email, PASSWORD, nextIp());
    const owners = await newToken();
    await signUp(email, OTHER_PASSWORD, nextIp());
    const strangers = await newToken();
    expect((await verify(owners))[0]).toBe(200);
    expect((await verify(strangers))[0]).toBe(400);
    expect([await login(email, PASSWORD), await login(email, OTHER_PASSWORD)]).toEqual([200, 401]);
  });

  test('for an invited account, the reader of the mail chooses the password', async () => {
    const { signUp, newMails, verify, reset, login, server, nextIp, user } = registration;
    const { id: customerId } = await makeCustomer(server.accounts, { name: 'Harbour Inn' });
    const { email } = await makeUser(server.accounts, { role: 'property', customerId, verified: 0 });
    await signUp(email, OTHER_PASSWORD, nextIp());
    const [mail] = await newMails();
    const { path, token } = linkIn(mail ?? {});
    expect(path).toBe('/password-reset');
    expect((await verify(token))[0]).toBe(400);
    expect((await reset(token, 'harbour inn 22'))[0]).toBe(400);
    expect((await reset(token, PASSWORD))[0]).toBe(200);
    expect([await login(email, PASSWORD), await login(email, OTHER_PASSWORD)]).toEqual([200, 401]);
    expect(await user(email)).toMatchObject([{ email_verified: 1, role: 'property' }]);
  });

  test('a password of a registration is discarded if an administrator gives rights before verification', async () => {
    const { signUp, newToken, verify, login, server, nextIp, user } = registration;
    const email = newEmail();
    await signUp(email, PASSWORD, nextIp());
    const token = await newToken();
    await server.accounts.updateTable('users').set({ role: 'full' }).where('email_key', '=', email).execute();
    expect((await verify(token))[0]).toBe(200);
    expect(await user(email)).toMatchObject([{ email_verified: 1, password_hash: null }]);
    expect(await login(email, PASSWORD)).toBe(401);
  });

  test('sends nothing for a disabled account, and creates a new account for a deleted one', async () => {
    const { signUp, newMails, server, nextIp, user } = registration;
    const disabled = await makeUser(server.accounts, { role: 'property', disabled: 1 });
    const deleted = await makeUser(server.accounts, { role: 'admin', deletedAt: 1 });
    for (const { email } of [disabled, deleted]) expect(await signUp(email, PASSWORD, nextIp())).toEqual(THE_ANSWER);
    expect((await newMails()).map(({ envelopeTo }) => envelopeTo)).toEqual([deleted.email]);
    expect(await user(deleted.email)).toMatchObject([{ role: 'unassigned', email_verified: 0 }]);
  });
});

describe('registration modes', () => {
  test('invite: an email without an invitation gets a mail that explains this, and no account', async () => {
    const app = await registration.appWith({ signUp: 'invite' });
    const email = newEmail();
    const answer = await registration.send('POST', '/auth/signup', { email, password: PASSWORD }, { app });
    expect(answer).toEqual(THE_ANSWER);
    expect(await registration.newMails()).toMatchObject([{ subject: 'Voltboard accounts are by invitation only' }]);
    expect(await registration.user(email)).toEqual([]);
    await app.close();
  });

  test('closed: rejects every email with the same response', async () => {
    const app = await registration.appWith({ signUp: 'closed' });
    const { email: taken } = await makeUser(registration.server.accounts, { role: 'property' });
    const post = (email: string) => registration.send('POST', '/auth/signup', { email, password: PASSWORD }, { app });
    const answers = [await post(newEmail()), await post(taken)];
    expect(answers.map(([status]) => status)).toEqual([403, 403]);
    expect(answers[0]).toEqual(answers[1]);
    await app.close();
  });

  test('a production installation without a mail server rejects calls that need mail', async () => {
    const app = await registration.appWith({ production: true, demo: false, smtpUrl: null });
    const calls = ['/auth/signup', '/auth/send-password-reset-email'];
    for (const url of calls) {
      const body = { email: newEmail(), ...(url === calls[0] ? { password: PASSWORD } : {}) };
      expect((await registration.send('POST', url, body, { app }))[0]).toBe(503);
    }
    await app.close();
  });
});

test('never makes the first account an administrator', async () => {
  const emails = Array.from({ length: 20 }, newEmail);
  await Promise.all(emails.map((email) => registration.signUp(email, PASSWORD, registration.nextIp())));
  await registration.newMails();
  const roles = await registration.server.accounts
    .selectFrom('users')
    .select('role')
    .where('email_key', 'in', emails)
    .execute();
  expect(roles).toEqual(Array(20).fill({ role: 'unassigned' }));
});

test('deletes an account that is unverified for a week, and its email can register again', async () => {
  const { server, signUp, newToken, newMails, verify, user, nextIp } = registration;
  const [pending, verified] = [newEmail(), newEmail()];
  await signUp(verified, PASSWORD, nextIp());
  await verify(await newToken());
  await signUp(pending, PASSWORD, nextIp());
  const token = await newToken();
  await forgetPending(server.accounts, TEST_NOW + 6 * DAY_MS);
  expect(await user(pending)).toHaveLength(1);
  await forgetPending(server.accounts, TEST_NOW + 8 * DAY_MS);
  expect(await user(pending)).toEqual([]);
  expect(await user(verified)).toHaveLength(1);
  expect((await verify(token))[0]).toBe(400);
  await signUp(pending, PASSWORD, nextIp());
  expect(await newMails()).toHaveLength(1);
});

test('creates no more accounts while ten thousand await verification', async () => {
  const { server, signUp, newMails, nextIp } = registration;
  const template = await makeUser(server.accounts, { role: 'unassigned', verified: 0 });
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    ...template,
    id: `pending-${index}`,
    email: `pending${index}@flood.example`,
    email_key: `pending${index}@flood.example`,
  }));
  while (rows.length > 0) await server.accounts.insertInto('users').values(rows.splice(0, 500)).execute();
  expect(await signUp('nobody@hotel.example', PASSWORD, nextIp())).toEqual(THE_ANSWER);
  expect(await newMails()).toEqual([]);
  await forgetPending(server.accounts, TEST_NOW);
  await signUp('nobody@hotel.example', PASSWORD, nextIp());
  expect(await newMails()).toHaveLength(1);
});
