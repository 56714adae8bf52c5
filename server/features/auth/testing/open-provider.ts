import { OAuth2Server } from 'oauth2-mock-server';
import { createTestApp, type TestApp } from '../../../testing/create-test-app.ts';

type Claims = Readonly<Record<string, unknown>>;
type Visit = { readonly cookie: string; readonly redirect: string };

export type Provider = Awaited<ReturnType<typeof openProvider>>;

/**
 * Starts a real OpenID Connect provider on this machine, and the app, which uses the provider as Google, as Microsoft
 * and as a third provider.
 */
export async function openProvider(
  env: Readonly<Record<string, string>> = {},
  more: Omit<NonNullable<Parameters<typeof createTestApp>[0]>, 'env'> = {},
) {
  const oidc = new OAuth2Server();
  await oidc.issuer.keys.generate('RS256');
  await oidc.start(0, '127.0.0.1');
  const issuer = oidc.issuer.url ?? '';
  const client = (prefix: string) => ({
    [`${prefix}_ISSUER`]: issuer,
    [`${prefix}_CLIENT_ID`]: `${prefix}-client`,
    [`${prefix}_CLIENT_SECRET`]: 'only for tests',
  });
  const server = await createTestApp({
    ...more,
    env: { SIGN_UP: 'open', ...client('GOOGLE'), ...client('MICROSOFT'), ...client('OIDC'), ...env },
  });
  let claims: Claims = {};
  let change: (token: { header: Record<string, unknown>; payload: Record<string, unknown> }) => void = () => {};
  oidc.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { auth_time: Math.floor(Date.now() / 1_000) }, claims);
    change(token as Parameters<typeof change>[0]);
  });
  return {
    ...visits(server),
    oidc,
    server,
    issuer,
    /** Sets the person who signs in at the provider next. */
    person: (next: Claims) => {
      claims = next;
    },
    /** Changes the tokens of the next visits. With null, tokens are issued unchanged again. */
    spoil: (next: typeof change | null) => {
      change = next ?? (() => {});
    },
    async close() {
      await server.close();
      await oidc.stop();
    },
  };
}

/** Simulates the browser's part of a visit. */
function visits({ app }: TestApp) {
  /** Starts from the login page. The browser keeps the response's cookie. */
  async function begin(provider: string, from?: string): Promise<Visit> {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { provider, ...(from === undefined ? {} : { from }) },
    });
    const { redirect = '' } = answer.json<{ redirect?: string }>();
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', redirect };
  }
  /**
   * Follows the redirect at the provider, which redirects back immediately, as if the user were already signed in
   * there.
   */
  async function atProvider({ redirect }: Pick<Visit, 'redirect'>): Promise<URL> {
    const answer = await fetch(redirect, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }
  const comeBack = (url: URL, cookie: string) =>
    app.inject({ url: `${url.pathname}${url.search}`, headers: { cookie } });
  return {
    begin,
    atProvider,
    comeBack,
    /** Runs a visit from the button to the product's final redirect. */
    async visit(provider: string, from?: string) {
      const started = await begin(provider, from);
      const answer = await comeBack(await atProvider(started), started.cookie);
      const target = new URL(String(answer.headers.location ?? '/none'), 'http://localhost');
      return { ...started, answer, target, status: answer.statusCode };
    },
    async exchange(code: string | null, cookie: string, confirm = false) {
      const payload = { code: code ?? '', confirm };
      return app.inject({ method: 'POST', url: '/api/auth/exchange', payload, headers: { cookie } });
    },
  };
}
