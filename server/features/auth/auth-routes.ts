import type { FastifyInstance } from 'fastify';
import { currentUser, exchangeCode, login, logout } from '#contract/auth.ts';
import { enterSecondFactor } from '#contract/second-factor.ts';
import { changePassword, confirmSession } from '#contract/sessions.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { maskedEmail } from '#domain/email.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { hashToken } from '../../lib/random-token.ts';
import { type AuthDependencies, makeParts, type Parts } from './auth-parts.ts';
import { consumeLoginCode, endSession, findLoginCode, findUser } from './auth-queries.ts';
import { changeOwnPassword } from './change-password.ts';
import { readCurrentUser } from './current-user.ts';
import { addIdentityRoutes } from './identity-routes.ts';
import { addOwnSessionList } from './own-sessions.ts';
import { addPasskeyRoutes } from './passkey-routes.ts';
import { addProviderCallback } from './provider-routes.ts';
import { beginVisit } from './provider-visits.ts';
import { addSecondFactorRoutes } from './second-factor-routes.ts';

/**
 * Stops floods from one address. The counters of login-throttle.ts slow down guessing much earlier, with the usual
 * refusal.
 */
const LIMITS = { rateLimit: { max: 600, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/** Sign-in, sign-out and the current user (docs/specification.md#states, #calls). */
export function authRoutes(dependencies: AuthDependencies) {
  const parts = makeParts(dependencies);
  return async (app: FastifyInstance): Promise<void> => {
    addSignInRoutes(app, parts);
    addProviderCallback(app, parts);
    addIdentityRoutes(app, parts);
    addOwnSessionRoutes(app, parts);
    addOwnSessionList(app, dependencies);
    addSecondFactorRoutes(app, dependencies);
    addPasskeyRoutes(app, parts);
  };
}

function addSignInRoutes(app: FastifyInstance, parts: Parts): void {
  const { accounts, now, signIn, clients, marks } = parts;
  addRoute(
    app,
    login,
    async (request, reply) => {
      const { body } = request;
      if (!('provider' in body)) {
        return clients.answer(request, reply, await signIn.byPassword(body, clients.of(request)));
      }
      const order = { purpose: 'sign-in', provider: body.provider, sessionId: null, from: body.from } as const;
      const redirect = await beginVisit(parts, request, reply, order);
      return { status: false, data: '', role: '' as const, redirect };
    },
    LIMITS,
  );

  addRoute(
    app,
    enterSecondFactor,
    async (request, reply) => {
      const { challenge, ...proof } = request.body;
      return clients.answer(request, reply, await signIn.bySecondFactor(challenge, proof, clients.of(request)));
    },
    LIMITS,
  );

  addRoute(
    app,
    exchangeCode,
    async (request, reply) => {
      const { code, confirm } = request.body;
      const hash = hashToken(code);
      const known = await findLoginCode(accounts, hash, now());
      const mayEnter = confirm || marks.fits(request, known?.browser_hash ?? null);
      const found = mayEnter ? await consumeLoginCode(accounts, hash, now()) : known;
      const user = found && (await findUser(accounts, found.user_id));
      if (!found || !signIn.mayHaveSession(user)) {
        throw new AppError('unauthenticated', 'This sign-in link is no longer good. Ask for a new one.');
      }
      const account = maskedEmail(user.email);
      if (!mayEnter) return { status: false, data: '', role: '' as const, account };
      const entered = await signIn.byCode(user, clients.of(request), found.method);
      return { ...clients.answer(request, reply, entered), account };
    },
    LIMITS,
  );
}

function addOwnSessionRoutes(app: FastifyInstance, parts: Parts): void {
  const { accounts, now, config, confirm } = parts;
  addRoute(app, logout, async (request, reply) => {
    const { sessionId, userId, email, viewer } = callerOf(request);
    await endSession(accounts, sessionId, now());
    const entry =
      viewer === null
        ? { actorId: userId, actor: email, action: 'session.ended', subject: sessionId }
        : { actorId: viewer.id, actor: viewer.email, action: 'user.view-ended', subject: email };
    await writeAudit(accounts, { ...entry, at: now(), detail: {}, ip: request.ip });
    // A reader who stops viewing as another user stays signed in as themselves in the same browser.
    if (viewer === null) reply.header('Clear-Site-Data', '"storage"');
    return { status: true };
  });

  addRoute(app, currentUser, (request) => readCurrentUser({ config, accounts, now }, callerOf(request)));

  addRoute(
    app,
    confirmSession,
    async (request) => {
      await confirm(request, request.body);
      return { status: true };
    },
    LIMITS,
  );

  addRoute(
    app,
    changePassword,
    async (request) => {
      refuseDemoAccount(request);
      await changeOwnPassword(parts, confirm, request, request.body);
      return { status: true };
    },
    LIMITS,
  );
}
