import { v7 as uuid } from 'uuid';
import type { LoginAnswer } from '#contract/auth.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { findKey } from '#domain/find-by-name.ts';
import { sentRole } from '#domain/role.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { checkPassword, hashPassword, needsNewHash } from '../../sign-in/password.ts';
import {
  askForVerification,
  findAwaitedPassword,
  findUser,
  findUserByEmail,
  insertSession,
  storePasswordHash,
  type UserRow,
} from './auth-queries.ts';
import { createSecondFactor } from './create-second-factor.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { insertChallenge, spendChallenge, tryChallenge } from './second-factor-queries.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const CODES_PER_CHALLENGE = 5;

/** Where a call comes from, as sessions and the audit log keep it. */
export type Client = {
  readonly ip: string;
  readonly userAgent: string;
  /** The mark of this browser, if it signed in to the account before. */
  readonly knownBrowser: (userId: string) => string | null;
};

/** The answer, and whose session it begins; null while a second factor is missing. */
export type Entered = { readonly answer: LoginAnswer; readonly userId: string | null };

/**
 * One text for every reason, so that no answer tells whether an address has an account (docs/specification.md#validation,
 * docs/threat-model.md#a5).
 */
const refusal = () => new AppError('unauthenticated', 'Something was wrong. Try again');

type SignInDependencies = Pick<Dependencies, 'config' | 'accounts' | 'now'>;

/** Signing in by password and by one-time code; both end in a session, or in asking for the second factor. */
export function createSignIn({ config, accounts, now }: SignInDependencies) {
  const throttle = createLoginThrottle(accounts, now);
  const tokens = createSessionTokens(config);
  const secondFactor = createSecondFactor({ config, now });

  const mayHaveSession = (user: UserRow | undefined): user is UserRow =>
    user !== undefined && user.disabled === 0 && user.email_verified === 1 && (user.demo === 0 || config.demo);

  async function audit(action: string, user: UserRow | undefined, subject: string, ip: string, detail: object = {}) {
    const by = { actorId: user?.id ?? null, actor: user?.email ?? '' };
    await writeAudit(accounts, { at: now(), ...by, action, subject, detail: { ...detail }, ip });
  }

  async function startSession(user: UserRow, { ip, userAgent }: Client, method: string): Promise<Entered> {
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
      confirmed_at: createdAt,
      method,
    });
    await audit('session.started', user, user.email, ip, { method });
    return {
      answer: { status: true, data: await tokens.sign(session), role: sentRole(user.role) },
      userId: user.id,
    };
  }

  /** The session, or what the browser needs to send with the code of the second factor. */
  async function enter(user: UserRow, client: Client, method: string): Promise<Entered> {
    if (!(await secondFactor.isOn(accounts, user.id))) return startSession(user, client, method);
    const challenge = randomToken();
    await insertChallenge(accounts, {
      hash: hashToken(challenge),
      userId: user.id,
      method,
      expiresAt: now() + CHALLENGE_MS,
    });
    return { answer: { status: false, data: '', role: '', challenge }, userId: null };
  }

  /** `cid` only asserts the customer; an administrator's is a filter of its own screens (docs/threat-model.md#c2). */
  async function cidFits(user: UserRow, cid: string | undefined): Promise<boolean> {
    if (cid === undefined || cid === '' || user.role === 'admin' || user.role === 'full') return true;
    if (cid === user.customer_id) return true;
    const name = (await findUser(accounts, user.id))?.customer_name;
    return typeof name === 'string' && findKey(name) === findKey(cid);
  }

  /** Whoever knows the password of an account without a verified address gets its link once more (docs/threat-model.md#a4). */
  const askForLink = ({ email_key }: UserRow, passwordHash: string | null, from: string) =>
    askForVerification(accounts, {
      ...{ id: uuid(), kind: 'sign-up', email_key, password_hash: passwordHash, asked_from: from, created_at: now() },
    });

  return {
    mayHaveSession,
    enter,
    /** Checks something that only the owner knows, counted and slowed down as a password; throws the one refusal. */
    async guarded(user: UserRow, client: Client, check: () => Promise<boolean>): Promise<void> {
      const attempt = { emailKey: user.email_key, address: client.ip, browser: client.knownBrowser(user.id) };
      const verdict = await throttle.judge(attempt, async (isOpen) => isOpen && (await check()));
      if (verdict === 'right') return;
      await audit(
        verdict === 'blocked' ? 'session.throttled' : 'session.refused',
        undefined,
        user.email_key,
        client.ip,
      );
      throw refusal();
    },
    /** For whoever holds a one-time code of the account; ends its throttling. */
    async byCode(user: UserRow, client: Client, method: string): Promise<Entered> {
      await throttle.forgive({ emailKey: user.email_key, address: client.ip, browser: client.knownBrowser(user.id) });
      return enter(user, client, method);
    },
    /** Answers a session, or throws the one refusal after the same work. */
    async byPassword(
      request: { email: string; password: string; cid?: string | undefined },
      client: Client,
    ): Promise<Entered> {
      const key = emailKey(request.email);
      const user = key === null ? undefined : await findUserByEmail(accounts, key);
      const browser = user === undefined ? null : client.knownBrowser(user.id);
      const awaited = await findAwaitedPassword(accounts, user?.id ?? '');
      // Whoever chose it has not shown that the address is theirs: it opens no account that somebody else verified
      // (docs/threat-model.md#a18).
      const hash = user?.email_verified === 0 ? (user.password_hash ?? awaited) : (user?.password_hash ?? null);
      const attempt = { emailKey: key ?? '', address: client.ip, browser };
      const verdict = await throttle.judge(attempt, async (isOpen) => {
        const fits = await checkPassword(request.password, isOpen ? hash : null);
        if (fits && user?.email_verified === 0) await askForLink(user, hash, client.ip);
        return fits && mayHaveSession(user) && cidFits(user, request.cid);
      });
      if (verdict !== 'right' || user === undefined) {
        await audit(verdict === 'blocked' ? 'session.throttled' : 'session.refused', undefined, key ?? '', client.ip);
        throw refusal();
      }
      if (user.password_hash !== null && needsNewHash(user.password_hash)) {
        await storePasswordHash(accounts, user.id, await hashPassword(request.password));
      }
      return enter(user, client, 'password');
    },
    /** The second step: a code of the app, or a recovery code, for the challenge that the first step answered. */
    async bySecondFactor(challenge: string, code: string, client: Client): Promise<Entered> {
      const hash = hashToken(challenge);
      const asked = await tryChallenge(accounts, hash, now(), CODES_PER_CHALLENGE);
      const user = asked && (await findUser(accounts, asked.user_id));
      if (!asked || !mayHaveSession(user))
        throw new AppError('invalid', 'This sign-in is no longer good. Start again.');
      const browser = client.knownBrowser(user.id);
      const attempt = { emailKey: user.email_key, address: client.ip, browser, step: 'factor' } as const;
      let used: Awaited<ReturnType<typeof secondFactor.accept>> = null;
      const verdict = await throttle.judge(attempt, async (isOpen) => {
        if (isOpen) used = await secondFactor.accept(accounts, user.id, code);
        return used !== null && spendChallenge(accounts, hash, now());
      });
      if (verdict !== 'right') {
        const action = verdict === 'blocked' ? 'second-factor.throttled' : 'second-factor.refused';
        await audit(action, undefined, user.email, client.ip);
        throw new AppError('unauthenticated', 'The code is not right. Try again.');
      }
      if (used === 'recovery-code') await audit('second-factor.recovery-code-used', user, user.email, client.ip);
      return startSession(user, client, asked.method);
    },
  };
}
