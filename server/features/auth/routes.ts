import type { FastifyInstance } from 'fastify';
import { currentUser, exchangeCode, login, logout } from '#contract/auth.ts';
import { enterSecondFactor } from '#contract/second-factor.ts';
import { changePassword, confirmSession } from '#contract/sessions.ts';
import { maskedEmail } from '#domain/email.ts';
import { writeAudit } from '../../audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { hashToken } from '../../random-token.ts';
import { consumeLoginCode, endSession, findLoginCode, findUser } from './accounts-queries.ts';
import { changeOwnPassword } from './change-password.ts';
import { createClients } from './client-of.ts';
import { createConfirmSession } from './confirm-session.ts';
import { readCurrentUser } from './current-user.ts';
import { addOwnSessionList } from './own-sessions.ts';
import { addSecondFactorRoutes } from './second-factor-routes.ts';
import { createSignIn } from './sign-in.ts';

/**
 * A stop for floods of one address. Guessing is slowed down long before, by the counters of login-throttle.ts, whose
 * answer is the ordinary refusal.
 */
const LIMITS = { rateLimit: { max: 600, timeWindow: 60_000 }, bodyLimit: 8 * 1024 } as const;

type AuthDependencies = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

/** Signing in and out, and who one is (specification sections 4 and 7). */
export function authRoutes(dependencies: AuthDependencies) {
  const { config } = dependencies;
  const parts = {
    ...dependencies,
    signIn: createSignIn(dependencies),
    clients: createClients(config),
    confirm: createConfirmSession(dependencies),
  };
  return async (app: FastifyInstance): Promise<void> => {
    addSignInRoutes(app, parts);
    addOwnSessionRoutes(app, parts);
    addOwnSessionList(app, dependencies);
    addSecondFactorRoutes(app, dependencies);
  };
}

type Parts = AuthDependencies & {
  readonly signIn: ReturnType<typeof createSignIn>;
  readonly clients: ReturnType<typeof createClients>;
  readonly confirm: ReturnType<typeof createConfirmSession>;
};

function addSignInRoutes(app: FastifyInstance, { accounts, now, signIn, clients }: Parts): void {
  addRoute(
    app,
    login,
    async (request, reply) =>
      clients.answer(request, reply, await signIn.byPassword(request.body, clients.of(request))),
    LIMITS,
  );

  addRoute(
    app,
    enterSecondFactor,
    async (request, reply) => {
      const { challenge, code } = request.body;
      return clients.answer(request, reply, await signIn.bySecondFactor(challenge, code, clients.of(request)));
    },
    LIMITS,
  );

  addRoute(
    app,
    exchangeCode,
    async (request, reply) => {
      const { code, confirm } = request.body;
      const hash = hashToken(code);
      const found = confirm
        ? await consumeLoginCode(accounts, hash, now())
        : await findLoginCode(accounts, hash, now());
      const user = found && (await findUser(accounts, found.user_id));
      if (!found || !signIn.mayHaveSession(user)) {
        throw new AppError('unauthenticated', 'This sign-in link is no longer good. Ask for a new one.');
      }
      const account = maskedEmail(user.email);
      if (!confirm) return { status: false, data: '', role: '' as const, account };
      const entered = await signIn.byCode(user, clients.of(request), found.method);
      return { ...clients.answer(request, reply, entered), account };
    },
    LIMITS,
  );
}

function addOwnSessionRoutes(app: FastifyInstance, parts: Parts): void {
  const { accounts, now, config, confirm } = parts;
  addRoute(app, logout, async (request, reply) => {
    const { sessionId, userId } = callerOf(request);
    await endSession(accounts, sessionId, now());
    const user = await findUser(accounts, userId);
    const entry = { at: now(), actorId: userId, actor: user?.email ?? '', action: 'session.ended', subject: sessionId };
    await writeAudit(accounts, { ...entry, detail: {}, ip: request.ip });
    reply.header('Clear-Site-Data', '"cache"');
    return { status: true };
  });

  addRoute(app, currentUser, (request) => readCurrentUser({ config, accounts, now }, callerOf(request)));

  addRoute(
    app,
    confirmSession,
    async (request) => {
      await confirm(callerOf(request), request.body, request.ip);
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
