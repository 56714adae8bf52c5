import { v7 as uuid } from 'uuid';
import type { LoginAnswer } from '#contract/auth.ts';
import { emailKey } from '#domain/email.ts';
import { sentRole } from '#domain/role.ts';
import { writeAudit } from '../../audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { checkPassword, hashPassword, needsNewHash } from '../../password.ts';
import { findUser, findUserByEmail, insertSession, storePasswordHash, type UserRow } from './accounts-queries.ts';
import { createLoginThrottle } from './login-throttle.ts';

const HOUR_MS = 3_600_000;

/** Where a call comes from, as sessions and the audit log keep it. */
export type Client = {
  readonly ip: string;
  readonly userAgent: string;
  readonly knownBrowser: (userId: string) => boolean;
};

/** One text for every reason, so that no answer tells whether an address has an account (specification section 5, security A5). */
const refusal = () => new AppError('unauthenticated', 'Something was wrong. Try again');

type SignInDependencies = Pick<Dependencies, 'config' | 'accounts' | 'now'>;

/** Signing in by password and by one-time code; both end in a session. */
export function createSignIn({ config, accounts, now }: SignInDependencies) {
  const throttle = createLoginThrottle(accounts, now);
  const tokens = createSessionTokens(config);

  const mayHaveSession = (user: UserRow | undefined): user is UserRow =>
    user !== undefined && user.disabled === 0 && user.email_verified === 1 && (user.demo === 0 || config.demo);

  async function audit(action: string, user: UserRow | undefined, subject: string, ip: string) {
    await writeAudit(accounts, {
      at: now(),
      actorId: user?.id ?? null,
      actor: user?.email ?? '',
      action,
      subject,
      detail: {},
      ip,
    });
  }

  async function startSession(user: UserRow, { ip, userAgent }: Client): Promise<LoginAnswer> {
    const createdAt = now();
    const session = { id: uuid(), userId: user.id, createdAt, expiresAt: createdAt + config.sessionHours * HOUR_MS };
    await insertSession(accounts, {
      id: session.id,
      user_id: user.id,
      created_at: createdAt,
      last_used_at: createdAt,
      expires_at: session.expiresAt,
      ended_at: null,
      ip,
      user_agent: userAgent.slice(0, 300),
    });
    await audit('session.started', user, user.email, ip);
    return { status: true, data: await tokens.sign(session), role: sentRole(user.role) };
  }

  /** `cid` only asserts the customer; an administrator's is a filter of its own screens (security C2). */
  async function cidFits(user: UserRow, cid: string | undefined): Promise<boolean> {
    if (cid === undefined || cid === '' || user.role === 'admin' || user.role === 'full') return true;
    return cid === user.customer_id || cid === (await findUser(accounts, user.id))?.customer_name;
  }

  return {
    mayHaveSession,
    /** For whoever holds a one-time code of the account; ends its throttling. */
    async byCode(user: UserRow, client: Client): Promise<LoginAnswer> {
      await throttle.succeeded({ emailKey: user.email_key, address: client.ip, knownBrowser: false });
      return startSession(user, client);
    },
    /** Answers a session, or throws the one refusal after the same work. */
    async byPassword(
      request: { email: string; password: string; cid?: string | undefined },
      client: Client,
    ): Promise<LoginAnswer & { userId: string }> {
      const key = emailKey(request.email);
      const user = key === null ? undefined : await findUserByEmail(accounts, key);
      const attempt = {
        emailKey: key ?? '',
        address: client.ip,
        knownBrowser: user !== undefined && client.knownBrowser(user.id),
      };
      const blocked = await throttle.isBlocked(attempt);
      const fits = await checkPassword(request.password, blocked ? null : (user?.password_hash ?? null));
      if (!fits || !mayHaveSession(user) || !(await cidFits(user, request.cid))) {
        if (!blocked) await throttle.failed(attempt);
        await audit(blocked ? 'session.throttled' : 'session.refused', undefined, key ?? '', client.ip);
        throw refusal();
      }
      await throttle.succeeded(attempt);
      if (user.password_hash !== null && needsNewHash(user.password_hash)) {
        await storePasswordHash(accounts, user.id, await hashPassword(request.password));
      }
      return { ...(await startSession(user, client)), userId: user.id };
    },
  };
}
