import { v7 as uuid } from 'uuid';
import type { LoginAnswer } from '#contract/auth.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { findKey } from '#domain/find-by-name.ts';
import { sentRole } from '#domain/role.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireAdminAddress } from '../../http/allowed-address.ts';
import { AppError } from '../../http/app-error.ts';
import { createSessionTokens } from '../../http/session-token.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import {
  countedAddress,
  forgiveBrowser,
  type Guessed,
  type Judged,
  judgeAttempt,
} from '../../sign-in/guess-rate-limit.ts';
import { checkPassword, hashPassword, needsNewHash } from '../../sign-in/password.ts';
import { findRuleOf, findSsoRule, isMember, ssoRequired } from '../../sign-in/sso-rule.ts';
import {
  askForVerification,
  findAwaitedPassword,
  findUser,
  findUserByEmail,
  insertSession,
  storePasswordHash,
  type UserRow,
} from './auth-queries.ts';
import { createPasskeys, type PasskeyPurpose } from './check-passkeys.ts';
import { createSecondFactor } from './create-second-factor.ts';
import { hasPasskey } from './passkey-queries.ts';
import { findChallenge, insertChallenge, spendChallenge, tryChallenge } from './second-factor-queries.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const CODES_PER_CHALLENGE = 5;

/** Where a call comes from, as sessions and the audit log store it. */
export type Client = {
  readonly ip: string;
  readonly userAgent: string;
  /** Returns the ID of this browser if it has signed in to the account before, otherwise null. */
  readonly knownBrowser: (userId: string) => string | null;
  /** Returns the ID of this browser if it set the account's password through a mailed link, otherwise null. */
  readonly resetBrowser: (userId: string) => string | null;
};

/**
 * Returns the ID of the known browser, whose password attempts are counted separately from those of unknown browsers;
 * null if the browser is not known.
 */
const passwordBrowser = (client: Client, userId: string): string | null =>
  client.knownBrowser(userId) ?? client.resetBrowser(userId);

/** The response, and the ID of the user whose session begins; null while a second factor is still required. */
export type Entered = { readonly answer: LoginAnswer; readonly userId: string | null };

/**
 * One text for every reason, so that no response reveals whether an address has an account
 * (docs/specification.md#validation, docs/threat-model.md#a5).
 */
const refusal = () => new AppError('unauthenticated', 'Something was wrong. Try again');

const startAgain = () => new AppError('invalid', 'This sign-in has expired. Start again.');

const SIGN_IN_ALONE = { purpose: 'sign-in', userId: null, sessionId: null } as const;

type FactorProof = { readonly code: string } | { readonly passkey: PasskeyAssertion };

type SignInDependencies = Pick<Dependencies, 'config' | 'accounts' | 'now'>;

/**
 * Creates the sign-in methods: password, passkey and one-time code. Each method ends in a session or in a request for
 * the second factor.
 */
export function createSignIn({ config, accounts, now }: SignInDependencies) {
  const throttle = createLoginThrottle(accounts, now);
  const tokens = createSessionTokens(config);
  const secondFactor = createSecondFactor({ config, now });
  const passkeys = createPasskeys({ config, accounts, now });

  const mayHaveSession = (user: UserRow | undefined): user is UserRow =>
    user !== undefined && user.disabled === 0 && user.email_verified === 1 && (user.demo === 0 || config.demo);

  async function audit(action: string, user: UserRow | undefined, subject: string, ip: string, detail: object = {}) {
    const by = { actorId: user?.id ?? null, actor: user?.email ?? '' };
    await writeAudit(accounts, { at: now(), ...by, action, subject, detail: { ...detail }, ip });
  }

  /**
   * Refuses administrators who sign in from outside the allowed addresses. Runs before a session begins and before the
   * second factor is requested.
   */
  async function refuseElsewhere(user: UserRow, ip: string): Promise<void> {
    if (user.role !== 'admin') return;
    try {
      requireAdminAddress(ip, config.adminAddresses);
    } catch (error) {
      await audit('session.refused', user, user.email, ip, { reason: 'address' });
      throw error;
    }
  }

  /** Refuses members of an organization that requires single sign-on, unless they sign in through its provider. */
  async function refuseOtherWays(user: UserRow, ip: string, method: string): Promise<void> {
    const rule = await findRuleOf(accounts, user);
    if (rule === undefined || rule.provider === method) return;
    await audit('session.refused', user, user.email, ip, { reason: 'single-sign-on', method });
    throw ssoRequired(config, rule);
  }

  async function startSession(user: UserRow, { ip, userAgent }: Client, method: string): Promise<Entered> {
    await refuseElsewhere(user, ip);
    await refuseOtherWays(user, ip, method);
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

  /** Returns a session, or the challenge that the browser has to send with the second factor. */
  async function enter(user: UserRow, client: Client, method: string): Promise<Entered> {
    if (!(await secondFactor.isOn(accounts, user.id))) return startSession(user, client, method);
    await refuseElsewhere(user, client.ip);
    await refuseOtherWays(user, client.ip, method);
    const challenge = randomToken();
    await insertChallenge(accounts, {
      hash: hashToken(challenge),
      userId: user.id,
      method,
      expiresAt: now() + CHALLENGE_MS,
    });
    const passkey = await hasPasskey(accounts, user.id);
    return { answer: { status: false, data: '', role: '', challenge, passkey }, userId: null };
  }

  /**
   * Whether `cid` matches the user's customer. An administrator's `cid` only filters their own screens
   * (docs/threat-model.md#c2).
   */
  async function cidFits(user: UserRow, cid: string | undefined): Promise<boolean> {
    if (cid === undefined || cid === '' || user.role === 'admin' || user.role === 'full') return true;
    if (cid === user.customer_id) return true;
    const name = (await findUser(accounts, user.id))?.customer_name;
    return typeof name === 'string' && findKey(name) === findKey(cid);
  }

  /**
   * Requests another verification link for an unverified account, because the caller knows its password
   * (docs/threat-model.md#a4).
   */
  const askForLink = ({ email_key }: UserRow, passwordHash: string | null, from: string) =>
    askForVerification(accounts, {
      id: uuid(),
      kind: 'sign-up',
      email_key,
      password_hash: passwordHash,
      asked_from: from,
      created_at: now(),
    });

  /**
   * Whether the passkey's signature is valid. Writes an audit entry if the counter did not increase, because the
   * passkey may have been copied.
   */
  async function isSigned(
    assertion: PasskeyAssertion,
    purpose: PasskeyPurpose,
    user: UserRow | undefined,
    ip: string,
  ): Promise<boolean> {
    const verdict = await passkeys.verify(assertion, purpose);
    if (verdict.kind === 'counter')
      await audit('passkey.refused', user, user?.email ?? '', ip, { name: verdict.passkey.name, reason: 'counter' });
    return verdict.kind === 'right';
  }

  async function acceptFactor(user: UserRow, proof: FactorProof, ip: string) {
    if ('code' in proof) return secondFactor.accept(accounts, user.id, proof.code);
    const purpose = { purpose: 'second-factor', userId: user.id, sessionId: null } as const;
    return (await isSigned(proof.passkey, purpose, user, ip)) ? 'passkey' : null;
  }

  return {
    mayHaveSession,
    enter,
    /**
     * Checks a proof that only the owner knows. Counts and throttles attempts as for a password. Throws the usual
     * refusal if the proof is wrong or no attempt is left.
     */
    async guarded(user: UserRow, client: Client, check: () => Promise<boolean>): Promise<void> {
      const attempt = { emailKey: user.email_key, address: client.ip, browser: passwordBrowser(client, user.id) };
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
    /**
     * Signs in with a one-time code for the account. Refills the budget of the user's browser if the browser is known.
     */
    async byCode(user: UserRow, client: Client, method: string): Promise<Entered> {
      await throttle.forgive({
        emailKey: user.email_key,
        address: client.ip,
        browser: passwordBrowser(client, user.id),
      });
      return enter(user, client, method);
    },
    /**
     * Signs in with a password. Returns a session or a second-factor challenge, or throws the usual refusal after the
     * same amount of work.
     */
    async byPassword(
      request: { email: string; password: string; cid?: string | undefined },
      client: Client,
    ): Promise<Entered> {
      const key = emailKey(request.email);
      const user = key === null ? undefined : await findUserByEmail(accounts, key);
      const browser = user === undefined ? null : passwordBrowser(client, user.id);
      const awaited = await findAwaitedPassword(accounts, user?.id ?? '');
      // The person who chose the password has not proved the address, so the password must not open an account that
      // another person verified (docs/threat-model.md#a18).
      const chosen = user?.email_verified === 0 ? (user.password_hash ?? awaited) : (user?.password_hash ?? null);
      const rule = await findSsoRule(accounts, key ?? '');
      // Does the same work for every address, so that nothing reveals whether an address in the domain has an account.
      const hash = rule !== undefined && user !== undefined && isMember(rule, user) ? null : chosen;
      const attempt = { emailKey: key ?? '', address: client.ip, browser };
      const verdict = await throttle.judge(attempt, async (isOpen) => {
        const fits = await checkPassword(request.password, isOpen ? hash : null);
        if (fits && user?.email_verified === 0) await askForLink(user, hash, client.ip);
        return fits && mayHaveSession(user) && cidFits(user, request.cid);
      });
      if (verdict !== 'right' || user === undefined) {
        await audit(verdict === 'blocked' ? 'session.throttled' : 'session.refused', undefined, key ?? '', client.ip);
        throw rule === undefined ? refusal() : ssoRequired(config, rule);
      }
      if (user.password_hash !== null && needsNewHash(user.password_hash)) {
        await storePasswordHash(accounts, user.id, await hashPassword(request.password));
      }
      return enter(user, client, 'password');
    },
    /**
     * Signs in with a passkey alone: its signature proves possession, and user verification proves that its owner uses
     * it. Returns a session, or throws an `AppError` if sign-in is refused.
     */
    async byPasskey(assertion: PasskeyAssertion, client: Client): Promise<Entered> {
      const owner = await passkeys.ownerOf(assertion.credential_id);
      const user = owner && (await findUser(accounts, owner.user_id));
      const browser = user === undefined ? null : client.knownBrowser(user.id);
      const attempt = { emailKey: user?.email_key ?? '', address: client.ip, browser, step: 'passkey' } as const;
      const verdict = await throttle.judge(
        attempt,
        async (isOpen) => isOpen && (await isSigned(assertion, SIGN_IN_ALONE, user, client.ip)) && mayHaveSession(user),
      );
      if (verdict === 'right' && user !== undefined) return startSession(user, client, 'passkey');
      const action = verdict === 'blocked' ? 'session.throttled' : 'session.refused';
      await audit(action, undefined, user?.email_key ?? '', client.ip, { method: 'passkey' });
      throw new AppError('unauthenticated', 'This passkey couldn’t be verified. Try again, or sign in another way.');
    },
    /** Returns what a passkey has to sign for the second step of a pending sign-in. */
    async askForPasskey(challenge: string): Promise<PasskeyRequest> {
      const asked = await findChallenge(accounts, hashToken(challenge), now(), CODES_PER_CHALLENGE);
      if (asked === undefined) throw startAgain();
      return passkeys.ask({ purpose: 'second-factor', userId: asked.user_id, sessionId: null });
    },
    /**
     * Completes the second step with an app code, a recovery code or a passkey, for the challenge from the first step.
     */
    async bySecondFactor(challenge: string, proof: FactorProof, client: Client): Promise<Entered> {
      const hash = hashToken(challenge);
      const asked = await tryChallenge(accounts, hash, now(), CODES_PER_CHALLENGE);
      const user = asked && (await findUser(accounts, asked.user_id));
      if (!asked || !mayHaveSession(user)) throw startAgain();
      const browser = client.knownBrowser(user.id);
      const attempt = { emailKey: user.email_key, address: client.ip, browser, step: 'factor' } as const;
      let used: Awaited<ReturnType<typeof secondFactor.accept>> | 'passkey' = null;
      const verdict = await throttle.judge(attempt, async (isOpen) => {
        if (isOpen) used = await acceptFactor(user, proof, client.ip);
        return used !== null && spendChallenge(accounts, hash, now());
      });
      if (verdict !== 'right') {
        const action = verdict === 'blocked' ? 'second-factor.throttled' : 'second-factor.refused';
        await audit(action, undefined, user.email, client.ip);
        const what = 'code' in proof ? 'The code is incorrect.' : 'The passkey couldn’t be verified.';
        throw new AppError('unauthenticated', `${what} Try again.`);
      }
      if (used === 'recovery-code') await audit('second-factor.recovery-code-used', user, user.email, client.ip);
      return startSession(user, client, asked.method);
    },
  };
}

/**
 * A sign-in attempt. A browser that has signed in to the account before has a separate budget, regardless of its
 * address. So failures from unknown browsers do not lock the owner out (docs/threat-model.md#a6).
 */
type Attempt = {
  readonly emailKey: string;
  readonly address: string;
  /** The ID of a known browser; null for an unknown browser. */
  readonly browser: string | null;
  /** Which proof is guessed. Defaults to the password. */
  readonly step?: 'password' | 'factor' | 'passkey';
};

function guessedBy({ emailKey, address, browser, step = 'password' }: Attempt): readonly Guessed[] {
  if (browser !== null) {
    const kind = step === 'password' ? 'browser' : (`browser-${step}` as const);
    return [{ kind, name: `${emailKey}:${browser}`, account: emailKey }];
  }
  const kind = step === 'password' ? 'account' : (`account-${step}` as const);
  return [
    { kind, name: emailKey, account: emailKey },
    { kind: 'address', name: countedAddress(address) },
  ];
}

/**
 * Creates a throttle that slows guessing down. Counters are in the accounts store, so that they survive a restart and
 * are shared by all processes.
 */
export const createLoginThrottle = (accounts: AccountsDb, now: () => number) => ({
  /**
   * Counts the attempt, then compares. If no attempt is left, calls `compare(false)`, which only takes the same time.
   */
  async judge(attempt: Attempt, compare: (isOpen: boolean) => Promise<boolean>): Promise<Judged['verdict']> {
    const { verdict } = await judgeAttempt(accounts, guessedBy(attempt), now(), () => compare(true));
    if (verdict === 'blocked') await compare(false);
    return verdict;
  },
  /** Refills a known browser's budget after a proof other than the password, such as a one-time link. */
  async forgive(attempt: Attempt): Promise<void> {
    await forgiveBrowser(accounts, guessedBy(attempt));
  },
});
