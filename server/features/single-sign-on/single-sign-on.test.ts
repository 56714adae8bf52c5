import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { Failure } from '#contract/common.ts';
import type { EmailDomain } from '#contract/single-sign-on.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { issueAccountToken } from '../../sign-in/account-token.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeCustomer, makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { openProvider, type Provider } from '../auth/testing/open-provider.ts';
import { passkeySteps } from '../auth/testing/passkey-steps.ts';
import { checkDueDomains } from './check-domain.ts';

let provider: Provider;
/** The DNS records by name. Null means that DNS does not respond. */
const dns = new Map<string, readonly string[] | null>();
beforeAll(async () => {
  provider = await openProvider(
    { OIDC_LABEL: 'Harbor ID' },
    {
      resolveTxt: async (name) => {
        const found = dns.get(name) ?? [];
        if (dns.get(name) === null) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
        return found;
      },
    },
  );
});
afterAll(() => provider.close());
let number = 0;
/** The provider signs with the machine's clock. */
beforeEach(() => {
  provider.server.clock.ms = Date.now();
  dns.clear();
  number += 1;
});

const steps = passkeySteps(
  () => provider.server,
  () => `198.51.103.${number}`,
);
const { call } = steps;
const accounts = () => provider.server.accounts;
const messageOf = (answer: { json(): unknown }) => (answer.json() as Failure).error;
const login = (email: string, password = TEST_PASSWORD) => call('POST', '/login', {}, { email, password });
const mailsTo = (email: string) => steps.mailsTo(email);

const person = (email: string, given: Partial<Parameters<typeof makeUser>[1]>) =>
  makeUser(accounts(), { role: 'property', email, password: TEST_PASSWORD, ...given });

/** Makes an organization with a manager and a viewer whose emails are at the domain. */
async function organization(domain = `harbor${number}.example`) {
  const { id: customerId } = await makeCustomer(accounts());
  const boss = await person(`boss@${domain}`, { customerId });
  const clerk = await person(`clerk@${domain}`, { customerId });
  return { domain, customerId, boss, clerk, headers: await provider.server.as(boss) };
}
const claim = async (headers: object, domain: string, name = 'oidc') =>
  call('POST', '/single-sign-on/domains', headers, { domain, provider: name });
const check = async (headers: object, { id }: { id: string }) =>
  call('POST', `/single-sign-on/domains/${id}/check`, headers);
const require_ = async (headers: object, { id }: { id: string }, isOn = true) =>
  call('PUT', `/single-sign-on/domains/${id}`, headers, { sso_only: isOn });
const listed = async (headers: object) =>
  (await call('GET', '/single-sign-on/domains', headers)).json<{ data: EmailDomain[] }>().data;

/** Claims the domain, publishes its DNS record, and verifies it. */
async function verified(headers: object, domain: string, name = 'oidc'): Promise<EmailDomain> {
  const claimed = (await claim(headers, domain, name)).json<EmailDomain>();
  dns.set(claimed.record_name, [claimed.record_value]);
  const { domain: row } = (await check(headers, claimed)).json<{ domain: EmailDomain }>();
  expect(row.state).toBe('verified');
  return row;
}

/** Signs in at the provider. Returns the headers of the session, or the rejection. */
async function atProvider(email: string, name = 'oidc', claims: object = {}) {
  provider.person({ sub: `sub-${email}`, email, email_verified: true, ...claims });
  const { answer, target, cookie } = await provider.visit(name);
  const token = target.searchParams.get('token');
  if (token === null) return { refused: answer.body || String(target), headers: null };
  const { data } = (await provider.exchange(token, cookie)).json<LoginAnswer>();
  return { refused: null, headers: { authorization: `Bearer ${data}` } };
}

/** Makes an organization that requires single sign-on, whose manager has signed in that way. */
async function closed(name = 'oidc', claims: object = {}) {
  const all = await organization();
  const row = await verified(all.headers, all.domain, name);
  await accounts()
    .insertInto('identities')
    .values({
      id: `i-${all.boss.id}`,
      user_id: all.boss.id,
      provider: name,
      issuer: provider.issuer,
      subject: `sub-${all.boss.email}`,
      email: all.boss.email,
      created_at: 1,
      last_used_at: 1,
    })
    .execute();
  const { headers } = await atProvider(all.boss.email, name, claims);
  expect((await require_(headers ?? {}, row)).json()).toMatchObject({ sso_only: true });
  return { ...all, row, headers: headers ?? {}, staleHeaders: all.headers };
}

describe('a claim', () => {
  test('needs a fresh login and a manager, and returns the DNS record that proves it', async () => {
    const { domain, boss, headers, customerId } = await organization();
    expect(messageOf(await claim(await provider.server.asStale(boss), domain)).code).toBe('fresh_login');
    const viewer = await person(`viewer@${domain}`, { customerId });
    await accounts().updateTable('users').set({ standing: 'viewer' }).where('id', '=', viewer.id).execute();
    expect((await claim(await provider.server.as(viewer), domain)).statusCode).toBe(403);
    expect((await claim(await provider.server.asRole('admin'), domain)).statusCode).toBe(403);
    const answer = await claim(headers, ` @${domain.toUpperCase()} `);
    expect(answer.json()).toMatchObject({
      domain,
      state: 'pending',
      sso_only: false,
      provider_label: 'Harbor ID',
      is_tried: false,
      record_name: `_voltboard.${domain}`,
      record_value: expect.stringMatching(/^voltboard-verification=.{43}$/),
    });
    expect((await claim(headers, domain)).statusCode).toBe(409);
  });

  test.each([
    'gmail.com',
    'mail.gmail.com',
    'OUTLOOK.com',
    'yahoo.co.uk',
    'proton.me',
    'localhost',
    'com',
    'a b.com',
    '',
  ])('of %j is refused', async (domain) => {
    const { headers } = await organization();
    expect((await claim(headers, domain)).statusCode).toBe(400);
  });

  test('is verified by its own record only, and stays unchanged if DNS does not respond', async () => {
    const { domain, headers } = await organization();
    const row = (await claim(headers, domain)).json<EmailDomain>();
    for (const records of [[], ['voltboard-verification=other'], [`${row.record_value}x`]]) {
      dns.set(row.record_name, records);
      expect((await check(headers, row)).json()).toMatchObject({ is_found: false, domain: { state: 'pending' } });
    }
    dns.set(row.record_name, null);
    expect((await check(headers, row)).statusCode).toBe(503);
    dns.set(row.record_name, ['v=spf1 -all', row.record_value]);
    expect((await check(headers, row)).json()).toMatchObject({ is_found: true, domain: { state: 'verified' } });
  });

  test('only one of two organizations that prove a domain holds it, even concurrently, until it releases it', async () => {
    const [first, second] = [await organization(), await organization(`other${number}.example`)];
    const rows = [
      (await claim(first.headers, first.domain)).json<EmailDomain>(),
      (await claim(second.headers, first.domain)).json<EmailDomain>(),
    ] as const;
    dns.set(rows[0].record_name, [rows[0].record_value, rows[1].record_value]);
    const answers = await Promise.all([check(first.headers, rows[0]), check(second.headers, rows[1])]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const isFirst = answers[0]?.statusCode === 200;
    const [holder, loser] = isFirst ? [first, second] : [second, first];
    const [held, lost] = isFirst ? rows : [rows[1], rows[0]];
    expect((await call('DELETE', `/single-sign-on/domains/${held.id}`, loser.headers)).statusCode).toBe(404);
    expect((await call('DELETE', `/single-sign-on/domains/${held.id}`, holder.headers)).statusCode).toBe(200);
    expect((await check(loser.headers, lost)).json()).toMatchObject({ domain: { state: 'verified' } });
  });
});

describe('requiring single sign-on', () => {
  test('is refused before the manager has signed in that way, and with an email at another domain', async () => {
    const { domain, headers, boss, customerId } = await organization();
    const pending = (await claim(headers, domain)).json<EmailDomain>();
    expect(messageOf(await require_(headers, pending)).message).toBe('Verify the domain first.');
    dns.set(pending.record_name, [pending.record_value]);
    await check(headers, pending);
    const untried = await require_(headers, pending);
    expect([untried.statusCode, messageOf(untried).message]).toEqual([
      409,
      `First sign in with Harbor ID yourself, to make sure that it works for ${domain}.`,
    ]);
    const outside = await person(`outside${number}@elsewhere.example`, { customerId });
    expect((await require_(await provider.server.as(outside), pending)).statusCode).toBe(409);
    expect((await require_(await provider.server.asRole('admin'), pending)).statusCode).toBe(403);
    expect((await login(boss.email)).json()).toMatchObject({ status: true });
  });

  test('ends sessions of members that began in another way, and rejects every other way to sign in', async () => {
    const { domain, clerk, boss, headers, staleHeaders } = await closed();
    const clerkHeaders = await provider.server.as(clerk);
    expect((await call('GET', '/auth/me', staleHeaders)).statusCode).toBe(401);
    expect((await call('GET', '/auth/me', headers)).json<CurrentUser>()).toMatchObject({
      has_password: false,
      single_sign_on: 'Harbor ID',
    });
    const code = await createLoginCode(accounts(), clerk.id, provider.server.clock.ms);
    const { value: token } = await issueAccountToken(accounts(), {
      userId: clerk.id,
      purpose: 'reset',
      now: provider.server.clock.ms,
    });
    const password = 'quiet lanterns over 7 rivers';
    const answers = [
      await login(clerk.email),
      await call('POST', '/auth/exchange', {}, { code, confirm: true }),
      await call('PUT', '/auth/password-reset', {}, { token, password }),
      await call('PUT', '/auth/password', clerkHeaders, { current_password: TEST_PASSWORD, new_password: password }),
      await call('POST', '/auth/signup', {}, { email: `new@${domain}`, password }),
      await call('POST', '/auth/send-password-reset-email', {}, { email: boss.email }),
    ];
    const message = `People with an address at ${domain} sign in with Harbor ID. Choose “Continue with Harbor ID” on the login page.`;
    for (const answer of answers)
      expect([answer.statusCode, messageOf(answer)]).toEqual([403, { message, code: 'single_sign_on' }]);
    expect((await call('POST', '/auth/confirm', clerkHeaders, { password: TEST_PASSWORD })).statusCode).toBe(400);
  });

  test('returns the same for every email of the domain, with or without an account, and for any password', async () => {
    const { domain, clerk } = await closed();
    const tries = [login(clerk.email), login(clerk.email, 'wrong'), login(`nobody@${domain}`), login(`BOSS@${domain}`)];
    const answers = await Promise.all(tries);
    const said = new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`));
    expect(said.size).toBe(1);
    const asked = ['nobody', 'clerk'].map((name) =>
      call('POST', '/auth/send-password-reset-email', {}, { email: `${name}@${domain}` }),
    );
    expect(new Set((await Promise.all(asked)).map(({ body }) => body)).size).toBe(1);
  });

  test('a passkey alone does not open a member’s account either', async () => {
    const { customerId, domain } = await organization();
    const row = await verified(await provider.server.as(await person(`m@${domain}`, { customerId })), domain);
    const user = await steps.owner({ role: 'property', customerId, email: `key@${domain}` });
    expect((await steps.signInWith(user.passkey)).statusCode).toBe(200);
    await accounts().updateTable('email_domains').set({ sso_only: 1 }).where('id', '=', row.id).execute();
    const answer = await steps.signInWith(user.passkey);
    expect([answer.statusCode, messageOf(answer).code]).toEqual([403, 'single_sign_on']);
    expect(await steps.actionsOf(user.email)).toContain('session.refused');
  });

  test('leaves administrators and people of other organizations at the domain alone', async () => {
    const { domain } = await closed();
    const other = await makeCustomer(accounts());
    const people = [
      await person(`admin@${domain}`, { role: 'admin' }),
      await person(`guest@${domain}`, { customerId: other.id }),
    ];
    for (const { email } of people) {
      expect((await login(email)).json()).toMatchObject({ status: true });
      expect((await call('POST', '/auth/send-password-reset-email', {}, { email })).statusCode).toBe(403);
      await eventually(async () => expect(await mailsTo(email)).toEqual(['reset-password']));
    }
  });
});

describe('members sign in', () => {
  test('through the provider, without their password, and get a mail about the connection', async () => {
    const { clerk } = await closed();
    const { headers } = await atProvider(clerk.email);
    expect((await call('GET', '/auth/me', headers ?? {})).json<CurrentUser>()).toMatchObject({ id: clerk.id });
    expect(await mailsTo(clerk.email)).toEqual(['provider-connected']);
  });

  test.each<[string, string, object]>([
    ['another provider', 'microsoft', { xms_edov: true }],
    ['an address that the provider does not vouch for', 'oidc', { email_verified: false }],
  ])('not through %s', async (_, name, claims) => {
    const { clerk } = await closed();
    const { refused } = await atProvider(clerk.email, name, claims);
    expect(refused).toMatch(/sign in with Harbor ID|hasn’t verified your email address/);
  });

  test('not with an identity from outside the domain that was connected before', async () => {
    const { clerk } = await closed();
    await accounts()
      .insertInto('identities')
      .values({
        id: `o-${clerk.id}`,
        user_id: clerk.id,
        provider: 'oidc',
        issuer: provider.issuer,
        subject: `sub-private${number}@mail.example`,
        email: '',
        created_at: 1,
        last_used_at: 1,
      })
      .execute();
    expect((await atProvider(`private${number}@mail.example`)).refused).toContain('sign in with Harbor ID');
  });

  test('through Google with the domain that Google hosts, but not with a private account of the email', async () => {
    const { domain, clerk } = await closed('google', { hd: `harbor${number}.example` });
    expect((await atProvider(clerk.email, 'google')).refused).toContain('sign in with Google');
    expect((await atProvider(clerk.email, 'google', { hd: domain })).headers).not.toBeNull();
  });

  test('after an invitation without a password to choose', async () => {
    const { headers, domain } = await closed();
    const body = { first_name: 'N', last_name: 'O', email: `novice@${domain}`, standing: 'viewer' };
    expect((await call('POST', '/colleagues', headers, body)).statusCode).toBe(200);
    expect(await mailsTo(body.email)).toEqual(['user-invite-sso']);
    expect((await atProvider(body.email)).headers).not.toBeNull();
  });
});

describe('ending the requirement', () => {
  test('an administrator ends it, passwords work again, and every step is in the audit log', async () => {
    const { row, clerk, domain } = await closed();
    const admin = await provider.server.asRole('admin');
    expect((await listed(admin)).find(({ id }) => id === row.id)).toMatchObject({ sso_only: true });
    expect((await require_(admin, row, false)).json()).toMatchObject({ sso_only: false });
    expect((await login(clerk.email)).json()).toMatchObject({ status: true });
    expect(await steps.actionsOf(domain)).toEqual([
      ...['domain.claimed', 'domain.verified', 'domain.sso-required', 'domain.sso-ended'],
    ]);
  });

  test('reports a missing record and ends the claim after a week, but ignores DNS outages', async () => {
    const { row, boss, clerk, domain } = await closed();
    const look = async (afterMs: number) => {
      provider.server.clock.ms += afterMs;
      await checkDueDomains(provider.server.dependencies);
    };
    const stateOf = () =>
      accounts().selectFrom('email_domains').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
    dns.set(row.record_name, null);
    await look(DAY_MS + HOUR_MS);
    expect(await stateOf()).toMatchObject({ missing_since: null });
    dns.set(row.record_name, []);
    await look(DAY_MS);
    const { missing_since: since } = await stateOf();
    expect(since).toBe(provider.server.clock.ms);
    for (let day = 1; day <= 6; day += 1) await look(DAY_MS + 1);
    expect(await stateOf()).toMatchObject({ sso_only: 1, missing_since: since });
    dns.set(row.record_name, [row.record_value]);
    await look(DAY_MS + 1);
    expect(await stateOf()).toMatchObject({ sso_only: 1, missing_since: null });
    dns.set(row.record_name, []);
    await look(DAY_MS + 1);
    await look(7 * DAY_MS);
    expect(await stateOf()).toMatchObject({ sso_only: 0, verified_at: null });
    expect((await login(clerk.email)).json()).toMatchObject({ status: true });
    expect((await mailsTo(boss.email)).filter((kind) => kind.startsWith('domain-'))).toEqual([
      ...['domain-missing', 'domain-missing', 'domain-lapsed'],
    ]);
    expect(await steps.actionsOf(domain)).toContain('domain.lapsed');
  });
});
