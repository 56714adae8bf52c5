import Bowser from 'bowser';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { type CurrentUser, currentUser, exchangeCode, login, logout } from '#contract/auth.ts';
import { enterSecondFactor } from '#contract/second-factor.ts';
import {
  changePassword,
  confirmSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '#contract/sessions.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { maskedEmail } from '#domain/email.ts';
import { sentRole } from '#domain/role.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { requireFreshLogin } from '../../http/fresh-login.ts';
import { hashToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { checkPassword, hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findRuleOf, labelOfProvider, ssoRequired } from '../../sign-in/sso-rule.ts';
import { type AuthDependencies, makeParts, type Parts } from './auth-parts.ts';
import {
  consumeLoginCode,
  endOwnedSession,
  endSession,
  findLiveSessions,
  findLoginCode,
  findUser,
  forgetResetTokens,
  markConfirmed,
  storePasswordHash,
} from './auth-queries.ts';
import type { ConfirmSession } from './confirm-session.ts';
import { createSecondFactor } from './create-second-factor.ts';
import { addIdentityRoutes } from './identity-routes.ts';
import { hasPasskey } from './passkey-queries.ts';
import { addPasskeyRoutes } from './passkey-routes.ts';
import { addProviderCallback } from './provider-routes.ts';
import { beginVisit } from './provider-visits.ts';
import { addSecondFactorRoutes } from './second-factor-routes.ts';

/**
 * Rate and size limits that stop floods from a single address. The counters in sign-in.ts slow down guessing much
 * earlier, with the usual refusal.
 */
const LIMITS = { rateLimit: { max: 600, timeWindow: MINUTE_MS }, bodyLimit: 8 * 1024 } as const;

/** Registers the routes for sign-in, sign-out and the current user (docs/specification.md#states, #calls). */
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
        throw new AppError('unauthenticated', 'This sign-in link has expired or was already used. Request a new one.');
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
    // An administrator who stops viewing as another user remains signed in in the same browser, so the storage stays.
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

/** Reads the signed-in account as the browser may see it: a list of fields, never the row (docs/threat-model.md#b7). */
async function readCurrentUser(
  { config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>,
  { userId, mustSetUpSecondFactor, viewer }: Caller,
): Promise<CurrentUser> {
  const user = await findUser(accounts, userId);
  if (!user) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
  const rule = await findRuleOf(accounts, user);
  const isFactorOn = await createSecondFactor({ config, now }).isOn(accounts, userId);
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
    standing: user.standing,
    cid: user.customer_id ?? '',
    customer: user.customer_name ?? '',
    disabled: user.disabled === 1,
    createdAt: new Date(user.created_at).toISOString(),
    updatedAt: new Date(user.updated_at).toISOString(),
    demo: user.demo === 1,
    viewed_by: viewer?.email ?? '',
    has_password: user.password_hash !== null && rule === undefined,
    single_sign_on: rule === undefined ? '' : labelOfProvider(config, rule.provider),
    has_passkey: await hasPasskey(accounts, userId),
    second_factor: isFactorOn ? 'on' : mustSetUpSecondFactor ? 'missing' : 'off',
    time_zone: user.time_zone,
    theme_color: user.theme_color,
    color_scheme: user.color_scheme,
  };
}

type Order = { readonly current_password: string; readonly new_password: string };

/** Stores a new password and ends all other sessions of the account (docs/threat-model.md#b4). */
async function changeOwnPassword(
  { accounts, config, mail, now }: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>,
  confirm: ConfirmSession,
  request: FastifyRequest,
  { current_password: currentPassword, new_password: newPassword }: Order,
): Promise<void> {
  const caller = callerOf(request);
  const user = await findUser(accounts, caller.userId);
  if (user === undefined) return;
  const rule = await findRuleOf(accounts, user);
  if (rule !== undefined) throw ssoRequired(config, rule);
  if (user.password_hash === null) requireFreshLogin(request);
  else await confirm(request, { password: currentPassword }).catch(namingTheField);
  const words = [user.first_name, user.last_name, user.customer_name ?? ''];
  await refuseWeakPassword(newPassword, { email: user.email_key, words, shortest: config.passwordMinLength });
  if (await checkPassword(newPassword, user.password_hash)) {
    throw new FieldError({ new_password: 'This is your current password. Choose a different one.' });
  }
  const hash = await hashPassword(newPassword);
  await accounts.transaction().execute(async (tx) => {
    const at = now();
    await storePasswordHash(tx, user.id, hash);
    const sessionsEnded = await endSessionsOf(tx, user.id, at, caller.sessionId);
    await forgetResetTokens(tx, user.id, at);
    await markConfirmed(tx, caller.sessionId, at);
    await auditOwn(tx, request, { at, action: 'password.changed', detail: { sessions_ended: sessionsEnded } });
    await sendNotice(tx, mail, user, 'password-changed');
  });
}

function namingTheField(error: unknown): never {
  if (error instanceof AppError && error.statusCode === 400) throw new FieldError({ current_password: error.message });
  throw error;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Registers the routes that list and end the caller's sessions (docs/threat-model.md#b4). */
function addOwnSessionList(app: FastifyInstance, { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>): void {
  addRoute(app, listOwnSessions, async (request) => {
    const { userId, sessionId, isDemo } = callerOf(request);
    const rows = await findLiveSessions(accounts, userId, now());
    const data = rows.map(
      (row): OwnSession => ({
        id: row.id,
        ...deviceInWords(row.user_agent),
        place: placeInWords(row.ip),
        method: row.method,
        started_at: iso(row.created_at),
        last_used_at: iso(row.last_used_at),
        current: row.id === sessionId,
      }),
    );
    // Many people share a demo account, so each sees only their current session.
    return { data: isDemo ? data.filter(({ current }) => current) : data };
  });

  addRoute(app, endOwnSession, async (request) => {
    const { userId, sessionId, isDemo } = callerOf(request);
    const { id } = request.params;
    const mayEnd = !isDemo || id === sessionId;
    if (!mayEnd || !(await endOwnedSession(accounts, userId, id, now()))) {
      throw new AppError('not-found', 'This session has already ended.');
    }
    await auditOwn(accounts, request, { at: now(), action: 'session.ended', detail: { session: id } });
    return { status: true };
  });

  addRoute(app, endOtherSessions, async (request) => {
    refuseDemoAccount(request);
    const { userId, sessionId } = callerOf(request);
    const ended = await accounts.transaction().execute(async (tx) => {
      const count = await endSessionsOf(tx, userId, now(), sessionId);
      await auditOwn(tx, request, { at: now(), action: 'sessions.ended', detail: { count } });
      return count;
    });
    return { status: true, ended };
  });
}

/** Returns the names of a browser and its operating system, as far as the user agent contains them. */
export function deviceInWords(userAgent: string): Pick<OwnSession, 'device' | 'kind'> {
  if (userAgent.trim() === '') return { device: 'Unknown browser', kind: 'other' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const model = platform.model === undefined || platform.model === 'Unknown' ? undefined : platform.model;
  const system = model && /^(iPhone|iPad)$/.test(model) ? model : os.name;
  const device = [browser.name || programOf(userAgent), system].filter(Boolean).join(' on ');
  const type = platform.type;
  return { device, kind: type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'other' };
}

/** Returns the name that a program other than a browser gives itself. */
const programOf = (userAgent: string): string =>
  /^[a-z][a-z0-9 .-]{0,30}(?=\/|$)/i.exec(userAgent)?.[0] ?? 'Unknown browser';

/** Describes and shortens an IP address, with enough detail for users to recognize their own. */
export function placeInWords(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'Unknown location';
  const address = ipaddr.process(ip);
  const range = address.range();
  if (range === 'loopback') return "The server's own machine";
  const short = address instanceof ipaddr.IPv4 ? shortIpv4(address) : shortIpv6(address);
  const isPrivate = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(range);
  return `${isPrivate ? 'Local network' : 'Internet'}, address ${short}`;
}

const shortIpv4 = (address: ipaddr.IPv4): string => `${address.octets.slice(0, 3).join('.')}.x`;
const shortIpv6 = (address: ipaddr.IPv6): string =>
  `${address.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:…`;
