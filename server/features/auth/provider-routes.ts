import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerCallback } from '#contract/identities.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { escapeMarkup } from '../../lib/escape-markup.ts';
import { isLookalikeEmail, LOOKALIKE_EMAIL } from '../../lib/lookalike-email.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { createLoginCode } from '../../sign-in/login-code.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findClaim, findSsoRule, isMember, isVouchedFor, ssoRequired } from '../../sign-in/sso-rule.ts';
import { noteSsoSignIn } from '../../sign-in/sso-rule-queries.ts';
import type { Parts } from './auth-parts.ts';
import { findSessions, findUser, findUserByEmail, type UserRow } from './auth-queries.ts';
import { confirmByProvider } from './confirm-by-provider.ts';
import {
  connectIdentity,
  findIdentityUser,
  insertLinkRequest,
  insertProviderUser,
  takeFlow,
  takeOverUnverified,
  touchIdentity,
} from './identity-queries.ts';
import type { VerifiedIdentity } from './oidc-client.ts';

const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS } } as const;

type Flow = NonNullable<Awaited<ReturnType<typeof takeFlow>>>;
type Arrival = { readonly flow: Flow; readonly identity: VerifiedIdentity; readonly ip: string };

/**
 * Registers the route to which a provider redirects the browser (docs/threat-model.md#a17). A visit works once, only in
 * the browser that began it, and only if every part of the response is valid.
 */
export function addProviderCallback(app: FastifyInstance, parts: Parts): void {
  addRoute(
    app,
    providerCallback,
    async (request, reply) => {
      try {
        const target = await arrive(parts, request, request.params.provider, request.query);
        return await reply.redirect(target, 302);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return sendPage(reply, error);
      }
    },
    LIMITS,
  );
}

function sendPage(reply: FastifyReply, { statusCode, message }: AppError): FastifyReply {
  return reply.status(statusCode).type('text/html; charset=utf-8').send(refusalPage(message));
}

/** Handles the return from a provider. Returns the URL that the browser goes to next. */
async function arrive(
  parts: Parts,
  request: FastifyRequest,
  provider: string,
  { state = '', error }: { state?: string; error?: string },
): Promise<string> {
  const { accounts, now, client, marks } = parts;
  const { label } = client.providerOf(provider);
  const flow = await takeFlow(accounts, hashToken(state), provider, now());
  if (flow === undefined || !marks.fits(request, flow.browser_hash)) {
    throw new AppError(
      'invalid',
      `This sign-in with ${label} was started in another browser or has expired. Start again.`,
    );
  }
  const back = flow.purpose === 'sign-in' ? '/login' : flow.return_path || '/app/password';
  if (error === 'access_denied') return withQuery(back, flow.purpose === 'sign-in' ? { from: flow.return_path } : {});
  const query = new URL(request.url, 'http://localhost').searchParams;
  const secrets = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
  const identify = (maxAge?: number) =>
    client.finish(provider, query, { ...secrets, ...(maxAge === undefined ? {} : { maxAge }) });
  const { ip } = request;
  if (flow.purpose === 'sign-in') return signInTarget(parts, { flow, identity: await identify(), ip });
  const owner = await ownerOfVisit(parts, flow);
  if (flow.purpose === 'connect') {
    await connect(parts, { flow, identity: await identify(), ip }, owner);
    return withQuery(back, { connected: provider });
  }
  // The sign-in must be later than the start of this visit, apart from clock skew.
  const maxAge = Math.ceil((now() - flow.created_at) / 1_000);
  const { id: userId, email, sessionId } = owner;
  await confirmByProvider(parts, { userId, email, sessionId, provider, ip }, () => identify(maxAge));
  return withQuery(back, { confirmed: provider });
}

function withQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Returns the URL of the login page, with a one-time code for this browser, or with a request for the account's
 * password.
 */
async function signInTarget(parts: Parts, { flow, identity, ip }: Arrival): Promise<string> {
  const { accounts, config, mail, now, signIn } = parts;
  const outcome = await enterByIdentity(
    { config, accounts, mail, now, mayHaveSession: signIn.mayHaveSession },
    { identity, browserHash: flow.browser_hash, ip },
  );
  const from = flow.return_path;
  if (outcome.kind === 'link') return withQuery('/login', { link: outcome.request, provider: flow.provider, from });
  const method = flow.provider;
  const token = await createLoginCode(accounts, outcome.user.id, now(), { browserHash: flow.browser_hash, method });
  return withQuery('/login', { token, from });
}

/** Finds the account whose session began the visit. Throws if that session is no longer active. */
async function ownerOfVisit({ accounts, now }: Parts, { session_id: sessionId }: Flow) {
  const session = sessionId === null ? undefined : (await findSessions(accounts, [sessionId]))[0];
  const user = session && session.expires_at > now() ? await findUser(accounts, session.user_id) : undefined;
  if (session === undefined || user === undefined) {
    throw new AppError('invalid', 'The session that started this has ended. Sign in again.');
  }
  return { id: user.id, email: user.email, sessionId: session.id };
}

async function connect(
  { accounts, mail, now }: Parts,
  { flow, identity, ip }: Arrival,
  owner: { id: string; email: string },
): Promise<void> {
  const present = await findIdentityUser(accounts, identity);
  if (present !== undefined && present.id !== owner.id) {
    throw new AppError('invalid', `This ${identity.label} account is already connected to another account.`);
  }
  await accounts.transaction().execute(async (tx) => {
    await connectIdentity(tx, owner.id, identity, now());
    const detail = { provider: flow.provider, issuer: identity.issuer };
    const entry = { actorId: owner.id, actor: owner.email, subject: owner.email, action: 'identity.connected', ip };
    await writeAudit(tx, { at: now(), ...entry, detail });
    if (present === undefined) await sendNotice(tx, mail, owner, 'provider-connected');
  });
}

/**
 * Builds the page that reports a failed visit at a provider. The page uses the browser's default colors, light or dark.
 */
const refusalPage = (message: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in failed · Voltboard</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}a{display:inline-block;padding:.75rem 0}</style></head>
<body><main><h1>Sign-in failed</h1><p>${escapeMarkup(message)}</p><p><a href="/login">Go to login</a></p></main></body>
</html>
`;

const LINK_MS = 10 * MINUTE_MS;

/** The account to sign in, or the link request with which the browser first asks for the account's password. */
type IdentityOutcome =
  | { readonly kind: 'enter'; readonly user: UserRow }
  | { readonly kind: 'link'; readonly request: string };

type IdentityVisit = {
  readonly identity: VerifiedIdentity;
  readonly browserHash: string;
  readonly ip: string;
};

type EnterDependencies = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'> & {
  readonly mayHaveSession: (user: UserRow | undefined) => user is UserRow;
};

/**
 * Finds the account for an identity (docs/threat-model.md#a18): the account linked by issuer and subject. If none is
 * linked, looks up the account by an address that the provider verified. Normally asks for its password first, because
 * an address alone opens nothing. Two exceptions skip the password: no owner ever proved the account, or the
 * organization that proved the domain requires this provider (docs/threat-model.md#a24). Creates an account if none has
 * the address and registration is open. Throws `AppError('invalid')` with the reason for the user.
 */
async function enterByIdentity(
  { config, accounts, mail, now, mayHaveSession }: EnterDependencies,
  visit: IdentityVisit,
): Promise<IdentityOutcome> {
  const { identity, browserHash, ip } = visit;
  const connected = await findIdentityUser(accounts, identity);
  if (connected !== undefined) {
    if (!mayHaveSession(connected)) throw refused('This account can’t sign in. Ask an administrator.');
    await requireOrganization(connected);
    await touchIdentity(accounts, identity, now());
    return { kind: 'enter', user: connected };
  }
  const { email, label } = identity;
  if (email === null || !identity.isEmailVerified) {
    throw refused(
      `${label} hasn’t verified your email address. Sign in with your password, then connect ${label} under Password and sign-in.`,
    );
  }
  const existing = await findUserByEmail(accounts, email);
  const rule = await findSsoRule(accounts, email);
  if (existing === undefined) {
    if (rule !== undefined && !isVouchedFor(rule, identity)) throw ssoRequired(config, rule);
    return { kind: 'enter', user: await makeAccount() };
  }
  if (existing.demo === 1 || existing.disabled === 1) {
    throw refused('This account can’t sign in this way. Ask an administrator.');
  }
  const isOrganizations = await requireOrganization(existing);
  if (existing.email_verified === 0) return { kind: 'enter', user: await takeOver(existing) };
  // The account's organization proved the domain and requires this provider, so there is no password to ask for.
  if (isOrganizations && rule !== undefined) return { kind: 'enter', user: await connectMember(existing) };
  return { kind: 'link', request: await askForPassword(existing) };

  /**
   * Returns whether the sign-in used the provider of the account's organization, and records it in that case. Throws
   * for any other provider if the organization requires its own.
   */
  async function requireOrganization(user: UserRow): Promise<boolean> {
    const claim = await findClaim(accounts, user.email_key);
    if (claim === undefined || !isMember(claim, user)) return false;
    if (isVouchedFor(claim, identity)) {
      await noteSsoSignIn(accounts, claim.id, user.id, now());
      return true;
    }
    if (claim.sso_only === 1) throw ssoRequired(config, claim);
    return false;
  }

  async function connectMember(user: UserRow): Promise<UserRow> {
    await accounts.transaction().execute(async (tx) => {
      await connectIdentity(tx, user.id, identity, now());
      await note(tx, user, 'identity.connected');
      await sendNotice(tx, mail, user, 'provider-connected');
    });
    return user;
  }

  async function makeAccount(): Promise<UserRow> {
    if (config.signUp !== 'open') {
      throw refused(`There’s no account for ${email}. Ask the administrator of your outlet network to add you.`);
    }
    if (email !== null && isLookalikeEmail(email)) throw refused(LOOKALIKE_EMAIL);
    return accounts.transaction().execute(async (tx) => {
      const user = await insertProviderUser(tx, { ...identity, email: email ?? '' }, now());
      await connectIdentity(tx, user.id, identity, now());
      await note(tx, user, 'user.signed-up');
      return user;
    });
  }

  /** Takes over an account whose address was registered but never verified. Its password must not open the account. */
  async function takeOver(user: UserRow): Promise<UserRow> {
    await accounts.transaction().execute(async (tx) => {
      await takeOverUnverified(tx, user.id, now());
      await endSessionsOf(tx, user.id, now());
      await connectIdentity(tx, user.id, identity, now());
      await note(tx, user, 'user.taken-over');
    });
    return { ...user, email_verified: 1, password_hash: null };
  }

  async function askForPassword(user: UserRow): Promise<string> {
    const request = randomToken();
    const { provider, issuer, subject } = identity;
    await insertLinkRequest(accounts, {
      id: hashToken(request),
      user_id: user.id,
      provider,
      issuer,
      subject,
      email: email ?? '',
      browser_hash: browserHash,
      expires_at: now() + LINK_MS,
    });
    return request;
  }

  async function note(tx: AccountsDb, user: UserRow, action: string): Promise<void> {
    const detail = { provider: identity.provider, issuer: identity.issuer };
    await writeAudit(tx, { at: now(), actorId: user.id, actor: user.email, action, subject: user.email, detail, ip });
  }
}

const refused = (message: string) => new AppError('invalid', message);
