import { expect } from 'vitest';
import { buildApp } from '../../../app.ts';
import type { Config } from '../../../config/config.ts';
import { startDelivery } from '../../../mail/deliver-mails.ts';
import { linkIn, openMailSink, type ReceivedMail } from '../../../mail/testing/mail-sink.ts';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { eventually } from '../../../testing/eventually.ts';

export const PASSWORD = 'quiet lanterns over 7 rivers';
export const OTHER_PASSWORD = 'nine copper teapots sing';
export const THE_ANSWER = [200, { status: true }] as const;

/** Opens the entire app with open registration. A real mail server receives its mails. */
export async function openRegistration() {
  const sink = await openMailSink();
  const env = { SIGN_UP: 'open', SMTP_URL: sink.url, PUBLIC_URL: 'https://outlets.example', DEMO: 'on' };
  const server = await createTestApp({ env });
  const { accounts, config, clock } = server;
  const now = () => clock.ms;
  const delivery = startDelivery({ config, smtpUrl: sink.url, accounts, now, report: () => undefined });
  let address = 0;
  let read = 0;

  async function send(
    method: 'POST' | 'PUT',
    url: string,
    payload: object,
    { ip = '198.51.100.7', headers = {}, app = server.app } = {},
  ) {
    const answer = await app.inject({ method, url: `/api${url}`, payload, remoteAddress: ip, headers });
    return [answer.statusCode, answer.json<unknown>()] as const;
  }

  /** Waits until all requests are handled and their mails are delivered. Returns the mails since the last call. */
  async function newMails(): Promise<ReceivedMail[]> {
    await eventually(async () =>
      expect(await accounts.selectFrom('account_requests').select('id').execute()).toEqual([]),
    );
    // Runs twice, because a delivery that is already running may have read the outbox before the last mail.
    await delivery.runNow();
    await delivery.runNow();
    const mails = sink.received.slice(read);
    read = sink.received.length;
    return mails;
  }

  return {
    server,
    sink,
    send,
    newMails,
    /** Returns a separate address for each test, so that other tests' mails do not count. */
    nextIp: () => `203.0.113.${++address}`,
    signUp: (email: string, password = PASSWORD, ip?: string) =>
      send('POST', '/auth/signup', { email, password }, ip === undefined ? {} : { ip }),
    forgot: (email: string, ip?: string) =>
      send('POST', '/auth/send-password-reset-email', { email }, ip === undefined ? {} : { ip }),
    verify: (token: string) => send('PUT', '/auth/verify-email', { token }),
    reset: (token: string, password = PASSWORD) => send('PUT', '/auth/password-reset', { token, password }),
    login: async (email: string, password: string) => (await send('POST', '/login', { email, password }))[0],
    newToken: async () => linkIn((await newMails()).at(-1) ?? {}).token,
    user: (email: string) =>
      accounts.selectFrom('users').selectAll().where('email_key', '=', email).where('deleted_at', 'is', null).execute(),
    /**
     * Opens an app with other settings on the same stores. Until it closes, the first app also uses these settings,
     * because either app may handle a request.
     */
    appWith: async (change: Partial<Config>) => {
      const before = { ...config };
      Object.assign(config, change);
      const app = await buildApp(server.dependencies, { version: 'test', webFolder: config.dataDir, shedsLoad: false });
      app.addHook('onClose', () => void Object.assign(config, before));
      return app;
    },
    async close() {
      await delivery.close();
      await server.close();
      await sink.close();
    },
  };
}
export type Registration = Awaited<ReturnType<typeof openRegistration>>;
