import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { resetPassword, sendPasswordReset, signUp, verifyEmail } from '#contract/registration.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { isLookalikeEmail, LOOKALIKE_EMAIL } from '../../lib/lookalike-email.ts';
import { hashToken } from '../../lib/random-token.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { forgiveBrowser } from '../../sign-in/guess-rate-limit.ts';
import { createKnownBrowser, resetMark } from '../../sign-in/known-browser.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findRuleOf, findSsoRule, ssoRequired } from '../../sign-in/sso-rule.ts';
import { passwordChangedMail } from './account-mails.ts';
import { createAccountRequests } from './account-requests.ts';
import { consumeToken, findToken, setPassword, verifyAccount, voidTokens } from './registration-queries.ts';

/**
 * Rate and size limits that stop floods from a single address. Mails have a separate, silent limit (mail-limits.ts).
 */
const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/**
 * Registers the routes for registration, email verification, and forgotten and new passwords
 * (docs/specification.md#validation, #calls).
 */
export function registrationRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>) {
  const { config, accounts } = dependencies;
  const browsers = createKnownBrowser(config);
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
          throw new AppError('forbidden', 'Registration is closed. Ask an administrator for an account.');
        }
        const email_key = keyOf(body.email);
        if (isLookalikeEmail(email_key)) throw new AppError('invalid', LOOKALIKE_EMAIL);
        const rule = await findSsoRule(accounts, email_key);
        if (rule !== undefined) throw ssoRequired(config, rule);
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
        const email_key = keyOf(body.email);
        await requests.add({ kind: 'reset', email_key, password_hash: null, asked_from: ip });
        // Accounts in the domain but outside the organization still get their mail, which the response does not reveal.
        const rule = await findSsoRule(accounts, email_key);
        if (rule !== undefined) throw ssoRequired(config, rule);
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
      async (request, reply) => {
        const { token = '', password } = request.body;
        const { id, emailKey: account } = await resetByToken({ token, password }, request.ip, dependencies);
        // Remembers the browser that opened the mailed link, so that guesses from unknown browsers do not lock it out.
        const browser = browsers.remember(request, reply, resetMark(id));
        await forgiveBrowser(accounts, [{ kind: 'browser', name: `${account}:${browser}`, account }]);
        return { status: true };
      },
      LIMITS,
    );
  };
}

function keyOf(email: string): string {
  const key = emailKey(email);
  if (key === null) throw new AppError('invalid', 'Enter an email address such as name@example.com.');
  return key;
}

/** Throws if a production installation has no mail server, instead of promising a mail (docs/threat-model.md#a4). */
function refuseWithoutMailServer({ production, demo, smtpUrl }: Config): void {
  if (!production || demo || smtpUrl !== null) return;
  throw new AppError('unavailable', 'Emails can’t be sent yet. Ask an administrator for a sign-in link.');
}

/**
 * Joins equal simultaneous calls, such as a double click, into one call (docs/threat-model.md#j3). Caches nothing
 * afterwards.
 */
function joinEqualCalls() {
  const salt = randomBytes(32);
  const join = createSingleFlight<void>('while it runs');
  return (parts: readonly string[], work: () => Promise<void>): Promise<void> =>
    join(work, createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url'));
}

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

const NO_TOKEN = 'There are no token';
const linkEnded = () => new AppError('invalid', 'This link has expired or was already used. Request a new one.');

/** Verifies the address that received a token. A second use changes nothing and succeeds (docs/threat-model.md#a10). */
async function verifyByToken(token: string, ip: string, { accounts, now }: Settings): Promise<void> {
  if (token === '') throw new AppError('invalid', NO_TOKEN);
  const id = hashToken(token);
  const found = await findToken(accounts, id, ['verify']);
  if (found?.used_at !== null && found?.used_at !== undefined) return;
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    if (found === undefined || (await consumeToken(tx, id, at)) === undefined) throw linkEnded();
    // An account that has been given rights in the meantime must not accept a password that a stranger may have chosen.
    const passwordHash = found.role === 'unassigned' ? found.password_hash : null;
    await verifyAccount(tx, found.id, { passwordHash, at });
    await voidTokens(tx, found.id, { purposes: ['verify'] });
    const { id: actorId, email } = found;
    await writeAudit(tx, { at, actorId, actor: email, action: 'account.verified', subject: email, detail: {}, ip });
  });
}

/**
 * Sets the password of a token's account, and ends everything that the previous password opened
 * (docs/threat-model.md#a8). Returns the account.
 */
async function resetByToken(
  { token, password }: { token: string; password: string },
  ip: string,
  { config, accounts, mail, now }: Settings,
): Promise<{ readonly id: string; readonly emailKey: string }> {
  if (token === '') throw new AppError('invalid', NO_TOKEN);
  const id = hashToken(token);
  const user = await findToken(accounts, id, ['reset', 'invite']);
  if (user === undefined || user.used_at !== null || user.expires_at <= now()) throw linkEnded();
  const rule = await findRuleOf(accounts, user);
  if (rule !== undefined) throw ssoRequired(config, rule);
  if (password === '') throw new AppError('invalid', 'Password field is empty');
  const words = [user.first_name, user.last_name, user.customer_name ?? ''];
  await refuseWeakPassword(password, { email: user.email_key, words, shortest: config.passwordMinLength });
  const passwordHash = await hashPassword(password);
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    if ((await consumeToken(tx, id, at)) === undefined) throw linkEnded();
    await setPassword(tx, user.id, { passwordHash, at });
    await voidTokens(tx, user.id, { purposes: ['verify', 'reset', 'invite'] });
    await endSessionsOf(tx, user.id, at);
    const action = user.purpose === 'invite' ? 'account.accepted' : 'password.reset';
    await writeAudit(tx, { at, actorId: user.id, actor: user.email, action, subject: user.email, detail: {}, ip });
    const occasion = { at, from: ip, timeZone: config.networkTimeZone };
    if (user.purpose === 'reset') await mail.send(tx, { ...passwordChangedMail(occasion), to: user.email_key });
  });
  return { id: user.id, emailKey: user.email_key };
}
