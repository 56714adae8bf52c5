import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentUser, exchangeCode, login, logout } from '#contract/auth.ts';
import { maskedEmail } from '#domain/email.ts';
import { sentRole } from '#domain/role.ts';
import { writeAudit } from '../../audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { hashLoginCode } from '../../login-code.ts';
import { consumeLoginCode, endSession, findLoginCode, findUser } from './accounts-queries.ts';
import { createKnownBrowser } from './known-browser.ts';
import { createSignIn } from './sign-in.ts';

/**
 * A stop for floods of one address. Guessing is slowed down long before, by the counters of login-throttle.ts, whose
 * answer is the ordinary refusal.
 */
const LIMITS = { rateLimit: { max: 600, timeWindow: 60_000 }, bodyLimit: 8 * 1024 } as const;

/** Signing in and out, and who one is (specification sections 4 and 7). */
export function authRoutes({ config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const signIn = createSignIn({ config, accounts, now });
    const browsers = createKnownBrowser(config.sessionSecret, config.publicUrl.startsWith('https:'));
    const clientOf = (request: FastifyRequest) => ({
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      knownBrowser: (userId: string) => browsers.knows(request, userId),
    });

    addRoute(
      app,
      login,
      async (request, reply) => {
        const { userId, ...answer } = await signIn.byPassword(request.body, clientOf(request));
        browsers.remember(request, reply, userId);
        return answer;
      },
      LIMITS,
    );

    addRoute(app, logout, async (request, reply) => {
      const { sessionId, userId } = callerOf(request);
      await endSession(accounts, sessionId, now());
      const user = await findUser(accounts, userId);
      const entry = {
        at: now(),
        actorId: userId,
        actor: user?.email ?? '',
        action: 'session.ended',
        subject: sessionId,
        detail: {},
      };
      await writeAudit(accounts, { ...entry, ip: request.ip });
      reply.header('Clear-Site-Data', '"cache"');
      return { status: true };
    });

    addRoute(app, currentUser, async (request) => {
      const user = await findUser(accounts, callerOf(request).userId);
      if (!user) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
      return {
        id: user.id,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        emailVerified: user.email_verified === 1,
        phoneNumber: user.phone_number,
        avatar: JSON.parse(user.avatar) as { publicUrl: string }[],
        provider: user.provider,
        role: sentRole(user.role),
        cid: user.customer_id ?? '',
        customer: user.customer_name ?? '',
        disabled: user.disabled === 1,
        createdAt: new Date(user.created_at).toISOString(),
        updatedAt: new Date(user.updated_at).toISOString(),
      };
    });

    addRoute(
      app,
      exchangeCode,
      async (request, reply) => {
        const { code, confirm } = request.body;
        const hash = hashLoginCode(code);
        const found = confirm
          ? await consumeLoginCode(accounts, hash, now())
          : await findLoginCode(accounts, hash, now());
        const user = found && (await findUser(accounts, found.user_id));
        if (!signIn.mayHaveSession(user)) {
          throw new AppError('unauthenticated', 'This sign-in link is no longer good. Ask for a new one.');
        }
        const account = maskedEmail(user.email);
        if (!confirm) return { status: false, data: '', role: '' as const, account };
        browsers.remember(request, reply, user.id);
        return { ...(await signIn.byCode(user, clientOf(request))), account };
      },
      LIMITS,
    );
  };
}
