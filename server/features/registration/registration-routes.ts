import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { resetPassword, sendPasswordReset, signUp, verifyEmail } from '#contract/registration.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { createAccountRequests } from './account-requests.ts';
import { resetByToken, verifyByToken } from './use-token.ts';

/** A stop for floods of one address; what its mails cost others is limited apart, and silently (mail-limits.ts). */
const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/** Registration, e-mail verification, forgotten and new password (docs/specification.md#validation, #calls). */
export function registrationRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>) {
  const { config } = dependencies;
  return async (app: FastifyInstance): Promise<void> => {
    const requests = createAccountRequests(dependencies, (error) =>
      app.log.error({ err: error }, 'an account request waits for the next try'),
    );
    app.addHook('onClose', () => requests.close());
    const once = joinEqualCalls();

    addRoute(
      app,
      signUp,
      async ({ body, ip }) => {
        refuseWithoutMailServer(config);
        if (config.signUp === 'closed') {
          throw new AppError('forbidden', 'Accounts of this installation are made by its administrators.');
        }
        const email_key = keyOf(body.email);
        if (body.password === '') throw new AppError('invalid', 'Password field is empty');
        await refuseWeakPassword(body.password, { email: email_key, shortest: config.passwordMinLength });
        await once([email_key, body.password, ip], async () => {
          const password_hash = await hashPassword(body.password);
          await requests.add({ kind: 'sign-up', email_key, password_hash, asked_from: ip });
        });
        return { status: true };
      },
      LIMITS,
    );

    addRoute(
      app,
      sendPasswordReset,
      async ({ body, ip }) => {
        refuseWithoutMailServer(config);
        await requests.add({ kind: 'reset', email_key: keyOf(body.email), password_hash: null, asked_from: ip });
        return { status: true };
      },
      LIMITS,
    );

    addRoute(
      app,
      verifyEmail,
      async ({ body, ip }) => {
        await verifyByToken(body.token ?? '', ip, dependencies);
        return { status: true };
      },
      LIMITS,
    );

    addRoute(
      app,
      resetPassword,
      async ({ body: { token = '', password }, ip }) => {
        await resetByToken({ token, password }, ip, dependencies);
        return { status: true };
      },
      LIMITS,
    );
  };
}

function keyOf(email: string): string {
  const key = emailKey(email);
  if (key === null) throw new AppError('invalid', 'Write an e-mail address such as name@example.com.');
  return key;
}

/** A real installation whose mails nobody can get says so, instead of promising one (docs/threat-model.md#a4). */
function refuseWithoutMailServer({ production, demo, smtpUrl }: Config): void {
  if (!production || demo || smtpUrl !== null) return;
  throw new AppError(
    'unavailable',
    'This installation cannot send mail yet. Ask its administrator for a sign-in link.',
  );
}

/** The same call twice at the same time, as of a double click, is done once (docs/threat-model.md#j3). Nothing of it is kept. */
function joinEqualCalls() {
  const salt = randomBytes(32);
  const join = createSharedWork<void>('while it runs');
  return (parts: readonly string[], work: () => Promise<void>): Promise<void> =>
    join(work, createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url'));
}
