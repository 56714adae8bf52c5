import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CurrentUser, LoginAnswer } from '#contract/auth.ts';
import type { PublicConfig } from '#contract/site.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { makeUser, TEST_PASSWORD } from '../../testing/makers.ts';
import { openProvider, type Provider } from './testing/open-provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await openProvider({ OIDC_ISSUER: 'http://127.0.0.1:9' });
});
afterAll(() => provider.close());
afterEach(() => provider.spoil(null));

let counter = 0;
/** Creates a person at the provider who has no account here. */
function newcomer(over: object = {}) {
  counter += 1;
  const person = { sub: `subject-${counter}`, email: `person${counter}@mail.example`, email_verified: true, ...over };
  provider.person(person);
  return person;
}

async function enter(name: string, from?: string) {
  const { target, cookie } = await provider.visit(name, from);
  const answer = await provider.exchange(target.searchParams.get('token'), cookie);
  const { data } = answer.json<LoginAnswer>();
  const headers = { authorization: `Bearer ${data}` };
  const me = await provider.server.app.inject({ url: '/api/auth/me', headers });
  return { target, answer, headers, user: me.json<CurrentUser>() };
}
const textOf = (answer: { payload: string }) => /<p>([^<]*)<\/p>/.exec(answer.payload)?.[1] ?? '';
/**
 * Returns the same claims with a different signature: none, one made with the client's secret, or one made with another
 * key.
 */
function forged(token: string, how: string): string {
  const [header = '', payload = ''] = token.split('.');
  const plain = Buffer.from(JSON.stringify({ alg: how, typ: 'JWT' })).toString('base64url');
  if (how === 'none') return `${plain}.${payload}.`;
  if (how === 'HS256') {
    const signature = createHmac('sha256', 'only for tests').update(`${plain}.${payload}`).digest('base64url');
    return `${plain}.${payload}.${signature}`;
  }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return `${header}.${payload}.${sign('sha256', Buffer.from(`${header}.${payload}`), privateKey).toString('base64url')}`;
}
const countSessions = async () => (await provider.server.accounts.selectFrom('sessions').select('id').execute()).length;
const login = async (email: string, password = TEST_PASSWORD) =>
  (await provider.server.app.inject({ method: 'POST', url: '/api/login', payload: { email, password } })).statusCode;

describe('signing in at a provider', () => {
  test('the public configuration lists the configured providers', async () => {
    const { sign_in_providers: signInProviders } = (
      await provider.server.app.inject('/api/config')
    ).json<PublicConfig>();
    expect(signInProviders).toEqual([
      { name: 'google', label: 'Google' },
      { name: 'microsoft', label: 'Microsoft' },
      { name: 'oidc', label: 'single sign-on' },
    ]);
  });

  test('sends PKCE, state, nonce and the exact redirect address', async () => {
    const { redirect, cookie } = await provider.begin('google', '/app/main/dashboard');
    const { searchParams: asked } = new URL(redirect);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'GOOGLE-client',
      redirect_uri: 'http://localhost:4000/api/auth/callback/google',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    expect(redirect).not.toContain('dashboard');
    expect(cookie).toMatch(/^vb-visit=[\w-]{43}$/);
  });

  test('creates an account without rights for a verified email, and later opens the same account', async () => {
    const { email } = newcomer({ given_name: 'Mara', family_name: 'Lind' });
    const first = await enter('google', '/app/extra/search?q=a');
    expect(first.target.pathname).toBe('/login');
    expect(first.target.searchParams.get('from')).toBe('/app/extra/search?q=a');
    expect(first.user).toMatchObject({
      email,
      firstName: 'Mara',
      lastName: 'Lind',
      role: 'unassigned',
      cid: '',
      provider: 'google',
      emailVerified: true,
      has_password: false,
    });
    const again = await enter('google');
    expect(again.user.id).toBe(first.user.id);
    provider.person({ sub: `subject-${counter}`, email: 'moved@mail.example', email_verified: false });
    expect((await enter('google')).user.id).toBe(first.user.id);
  });

  test('removes invisible characters from names, as for typed names', async () => {
    newcomer({
      given_name: ' Ma\u202Era\u200B\u0000  \u3164Lou ',
      family_name: `\u2066${'\u{1F50B}'.repeat(70)}\u2069`,
    });
    const { user } = await enter('google');
    expect(user).toMatchObject({ firstName: 'Mara Lou', lastName: '\u{1F50B}'.repeat(60) });
  });

  test('another browser gets a question instead of a session, and the code works once', async () => {
    newcomer();
    const { target, cookie } = await provider.visit('google');
    const code = target.searchParams.get('token');
    expect((await provider.exchange(code, '')).json()).toMatchObject({ status: false, data: '' });
    expect((await provider.exchange(code, cookie)).json()).toMatchObject({ status: true });
    expect((await provider.exchange(code, cookie)).statusCode).toBe(401);
  });

  test.each([
    '//evil.example',
    'https://evil.example',
    '/login',
    '/app\\evil',
    '/app//evil',
    'javascript:alert(1)',
    '/app\n',
  ])('never redirects to %j', async (from) => {
    newcomer();
    const { target } = await provider.visit('google', from);
    expect([target.host, target.pathname, target.searchParams.get('from')]).toEqual(['localhost', '/login', null]);
  });

  test('a reader who declines returns to the login page', async () => {
    const { redirect, cookie } = await provider.begin('google');
    const back = await provider.atProvider({ redirect });
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    const answer = await provider.comeBack(back, cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/login']);
  });
});

describe('an invalid provider response is 400 and opens nothing', () => {
  const spoiled = async (change: (back: URL) => void = () => {}, cookieOf = (cookie: string) => cookie) => {
    const before = await countSessions();
    const started = await provider.begin('google');
    const back = await provider.atProvider(started);
    change(back);
    const answer = await provider.comeBack(back, cookieOf(started.cookie));
    expect(answer.headers.location).toBeUndefined();
    expect(await countSessions()).toBe(before);
    return answer.statusCode;
  };

  test.each<[string, Parameters<Provider['spoil']>[0]]>([
    ['another nonce', ({ payload }) => Object.assign(payload, { nonce: 'another' })],
    ['no nonce', ({ payload }) => delete payload.nonce],
    ['another audience', ({ payload }) => Object.assign(payload, { aud: 'another-client' })],
    ['another issuer', ({ payload }) => Object.assign(payload, { iss: 'https://evil.example' })],
    ['an expired token', ({ payload }) => Object.assign(payload, { exp: 1_000 })],
    ['no subject', ({ payload }) => delete payload.sub],
  ])('%s', async (_name, spoil) => {
    newcomer();
    provider.spoil(spoil);
    expect(await spoiled()).toBe(400);
  });

  test.each(['none', 'HS256', 'another key'])('signed with %s', async (how) => {
    newcomer();
    provider.oidc.service.once('beforeResponse', (response) => {
      const body = response.body as { id_token: string };
      body.id_token = forged(body.id_token, how);
    });
    expect(await spoiled()).toBe(400);
  });

  test.each<[string, (back: URL) => void]>([
    ['a state that is an address', (back) => back.searchParams.set('state', 'https://evil.example')],
    ['no state', (back) => back.searchParams.delete('state')],
    ['a state twice', (back) => back.searchParams.append('state', 'x')],
    ['another code', (back) => back.searchParams.set('code', 'guessed')],
    ['no code', (back) => back.searchParams.delete('code')],
    ['an error', (back) => back.searchParams.set('error', 'server_error')],
    ['another provider', (back) => (back.pathname = '/api/auth/callback/microsoft')],
    ['an unknown provider', (back) => (back.pathname = '/api/auth/callback/evil')],
  ])('%s', async (_name, change) => {
    newcomer();
    expect(await spoiled(change)).toBe(400);
  });

  test('another browser, or no browser', async () => {
    newcomer();
    const { cookie } = await provider.begin('google');
    expect(await spoiled(undefined, () => cookie)).toBe(400);
    expect(await spoiled(undefined, () => '')).toBe(400);
  });

  test('the same response twice, or after ten minutes', async () => {
    newcomer();
    const started = await provider.begin('google');
    const back = await provider.atProvider(started);
    expect((await provider.comeBack(back, started.cookie)).statusCode).toBe(302);
    expect((await provider.comeBack(back, started.cookie)).statusCode).toBe(400);
    const late = await provider.begin('google');
    provider.server.clock.ms += 10 * MINUTE_MS;
    expect((await provider.comeBack(await provider.atProvider(late), late.cookie)).statusCode).toBe(400);
  });
});

describe('an email address that has an account', () => {
  const account = (given: Partial<Parameters<typeof makeUser>[1]> = {}) =>
    makeUser(provider.server.accounts, { role: 'unassigned', password: TEST_PASSWORD, ...given });

  test('opens nothing and reveals nothing if the provider does not verify it', async () => {
    const victim = await account();
    const texts = [];
    for (const email of [victim.email, 'nobody@mail.example', undefined]) {
      newcomer({ email, email_verified: false });
      const { answer, status } = await provider.visit('google');
      expect(status).toBe(400);
      texts.push(textOf(answer));
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/hasn’t verified your email address/);
  });

  test('is not verified by Microsoft’s email claims, only by its checks of the domain', async () => {
    const { email } = newcomer({ email_verified: true, preferred_username: 'person@mail.example' });
    expect((await provider.visit('microsoft')).status).toBe(400);
    for (const claim of [{ xms_edov: true }, { xms_edov: '1' }, { verified_primary_email: [email] }]) {
      newcomer({ email_verified: undefined, ...claim, ...('xms_edov' in claim ? {} : { email }) });
      expect((await provider.visit('microsoft')).status).toBe(302);
    }
  });

  test('needs its password once if it is verified, and then the provider opens it', async () => {
    const user = await account();
    newcomer({ email: user.email });
    const { target, cookie } = await provider.visit('google', '/app/main');
    expect(target.searchParams.has('token')).toBe(false);
    expect([target.searchParams.get('provider'), target.searchParams.get('from')]).toEqual(['google', '/app/main']);
    const request = target.searchParams.get('link') ?? '';
    const link = (password: string, by = cookie) =>
      provider.server.app.inject({
        method: 'POST',
        url: '/api/auth/link',
        payload: { request, password },
        headers: { cookie: by },
      });
    expect((await link('guess')).statusCode).toBe(401);
    expect((await link(TEST_PASSWORD, '')).statusCode).toBe(400);
    expect((await link(TEST_PASSWORD)).json()).toMatchObject({ status: true });
    expect((await link(TEST_PASSWORD)).statusCode).toBe(400);
    expect((await enter('google')).user.id).toBe(user.id);
    expect(await login(user.email)).toBe(200);
  });

  test('loses the password that another person chose if it was never verified', async () => {
    const squatted = await account({ verified: 0 });
    newcomer({ email: squatted.email });
    const { user } = await enter('google');
    expect(user).toMatchObject({ id: squatted.id, emailVerified: true, has_password: false });
    expect(await login(squatted.email)).toBe(401);
  });

  test.each<[string, object]>([
    ['disabled', { disabled: 1 }],
    ['of the demo', { demo: 1 }],
  ])('stays closed if its account is %s', async (_name, given) => {
    const { email } = await account(given);
    newcomer({ email });
    expect((await provider.visit('google')).status).toBe(400);
  });
});

describe('within the account', () => {
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, headers: object, payload?: object) =>
    provider.server.app.inject({ method, url: `/api${url}`, headers: { ...headers }, ...(payload ? { payload } : {}) });
  const visitFrom = async (headers: object, purpose: 'connect' | 'confirm') => {
    const answer = await call('POST', '/auth/identities', headers, {
      provider: 'google',
      purpose,
      from: '/app/password',
    });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    if (answer.statusCode !== 200) return answer;
    const { redirect } = answer.json<{ redirect: string }>();
    return provider.comeBack(await provider.atProvider({ redirect }), cookie);
  };

  test('connects a provider with any email, uses it, and disconnects it', async () => {
    const user = await makeUser(provider.server.accounts, { role: 'unassigned', password: TEST_PASSWORD });
    const headers = await provider.server.as(user);
    newcomer({ email_verified: false });
    expect((await visitFrom(headers, 'connect')).headers.location).toBe('/app/password?connected=google');
    expect((await enter('google')).user.id).toBe(user.id);
    const other = await provider.server.asRole('unassigned');
    expect((await visitFrom(other, 'connect')).statusCode).toBe(400);
    const [identity] = (await call('GET', '/auth/identities', headers)).json<{ data: { id: string }[] }>().data;
    expect((await call('DELETE', `/auth/identities/${identity?.id}`, other)).statusCode).toBe(404);
    expect((await call('DELETE', `/auth/identities/${identity?.id}`, headers)).statusCode).toBe(200);
    expect((await provider.visit('google')).status).toBe(400);
  });

  test('an account without a password confirms with its provider, and keeps its only way to sign in', async () => {
    newcomer();
    const { headers, user } = await enter('google');
    provider.server.clock.ms += 30 * MINUTE_MS;
    const [identity] = (await call('GET', '/auth/identities', headers)).json<{ data: { id: string }[] }>().data;
    const disconnect = () => call('DELETE', `/auth/identities/${identity?.id}`, headers);
    expect((await disconnect()).json()).toMatchObject({ error: { code: 'fresh_login' } });
    newcomer();
    expect((await visitFrom(headers, 'confirm')).statusCode).toBe(400);
    const owner = { sub: `subject-${counter - 1}`, email: user.email };
    const signedInBefore = Math.floor(Date.now() / 1_000) - 120;
    for (const auth_time of [undefined, signedInBefore]) {
      provider.person({ ...owner, auth_time });
      const answer = await visitFrom(headers, 'confirm');
      expect([answer.statusCode, textOf(answer)]).toEqual([
        400,
        expect.stringMatching(/didn’t confirm that you signed in/),
      ]);
      expect((await disconnect()).json()).toMatchObject({ error: { code: 'fresh_login' } });
    }
    provider.person(owner);
    expect((await visitFrom(headers, 'confirm')).headers.location).toBe('/app/password?confirmed=google');
    expect((await disconnect()).statusCode).toBe(409);
    const entries = await provider.server.accounts
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('actor_id', '=', user.id)
      .where('action', 'like', 'session.%confirmed')
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([...Array(3).fill('session.unconfirmed'), 'session.confirmed']);
    expect(JSON.parse(entries.at(-1)?.detail ?? '')).toEqual({ provider: 'google' });
  });

  test('asks every provider for a new sign-in and its time when confirming', async () => {
    for (const [name, prompt] of [
      ['google', 'select_account'],
      ['microsoft', 'login'],
    ] as const) {
      newcomer({ xms_edov: true });
      const { headers } = await enter(name);
      const answer = await call('POST', '/auth/identities', headers, { provider: name, purpose: 'confirm' });
      const asked = Object.fromEntries(new URL(answer.json<{ redirect: string }>().redirect).searchParams);
      expect(asked).toMatchObject({ prompt, max_age: '0', claims: '{"id_token":{"auth_time":{"essential":true}}}' });
    }
  });

  test('an account with a password or second factor cannot confirm with a provider, even after starting to', async () => {
    const { email } = newcomer();
    const { headers, user } = await enter('google');
    const { accounts, clock } = provider.server;
    const answer = await call('POST', '/auth/identities', headers, { provider: 'google', purpose: 'confirm' });
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const factor = { user_id: user.id, secret: '', created_at: 0, confirmed_at: clock.ms, last_step: 0 };
    await accounts.insertInto('second_factors').values(factor).execute();
    const begun = await provider.atProvider(answer.json<{ redirect: string }>());
    expect((await provider.comeBack(begun, cookie)).statusCode).toBe(409);
    expect((await visitFrom(headers, 'confirm')).statusCode).toBe(409);

    await accounts.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
    expect((await visitFrom(headers, 'confirm')).statusCode).toBe(302);
    const password_hash = 'any';
    await accounts.updateTable('users').set({ password_hash }).where('email_key', '=', email).execute();
    expect((await visitFrom(headers, 'confirm')).statusCode).toBe(409);
  });
});

test('an unknown provider is 400, and an unreachable provider is 503 and is tried again', async () => {
  const ask = (name: string) =>
    provider.server.app.inject({ method: 'POST', url: '/api/login', payload: { provider: name } });
  expect((await ask('evil')).statusCode).toBe(400);
  for (let time = 0; time < 2; time += 1) expect((await ask('oidc')).statusCode).toBe(503);
});
