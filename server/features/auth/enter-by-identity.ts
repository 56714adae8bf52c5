import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { isLookalikeEmail, LOOKALIKE_EMAIL } from '../../lib/lookalike-email.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findClaim, findSsoRule, isMember, isVouchedFor, ssoRequired } from '../../sign-in/sso-rule.ts';
import { noteSsoSignIn } from '../../sign-in/sso-rule-queries.ts';
import { findUserByEmail, type UserRow } from './auth-queries.ts';
import {
  connectIdentity,
  findIdentityUser,
  insertLinkRequest,
  insertProviderUser,
  takeOverUnverified,
  touchIdentity,
} from './identity-queries.ts';
import type { VerifiedIdentity } from './oidc-client.ts';

const LINK_MS = 10 * MINUTE_MS;

/** The account to enter, or a request for its password first. */
export type IdentityOutcome =
  | { readonly kind: 'enter'; readonly user: UserRow }
  | { readonly kind: 'link'; readonly request: string };

export type IdentityVisit = {
  readonly identity: VerifiedIdentity;
  readonly browserHash: string;
  readonly ip: string;
};

type EnterDependencies = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'> & {
  readonly mayHaveSession: (user: UserRow | undefined) => user is UserRow;
};

/**
 * Finds the account that an identity opens (docs/threat-model.md#a18): the one connected by issuer and subject. An
 * address alone opens nothing. The lookup uses only an address that the provider verified, and its account normally
 * asks for its password first. Two exceptions skip the password: no owner ever proved the account, or the organization
 * that proved the domain requires this provider (docs/threat-model.md#a24). Throws `AppError('invalid')` with the
 * reason for the reader.
 */
export async function enterByIdentity(
  { config, accounts, mail, now, mayHaveSession }: EnterDependencies,
  visit: IdentityVisit,
): Promise<IdentityOutcome> {
  const { identity, browserHash, ip } = visit;
  const connected = await findIdentityUser(accounts, identity);
  if (connected !== undefined) {
    if (!mayHaveSession(connected)) throw refused('This account cannot sign in. Ask an administrator.');
    await requireOrganization(connected);
    await touchIdentity(accounts, identity, now());
    return { kind: 'enter', user: connected };
  }
  const { email, label } = identity;
  if (email === null || !identity.isEmailVerified) {
    throw refused(
      `${label} does not confirm your e-mail address. Sign in with your password; then you can connect ${label} under Password and sign-in.`,
    );
  }
  const existing = await findUserByEmail(accounts, email);
  const rule = await findSsoRule(accounts, email);
  if (existing === undefined) {
    if (rule !== undefined && !isVouchedFor(rule, identity)) throw ssoRequired(config, rule);
    return { kind: 'enter', user: await makeAccount() };
  }
  if (existing.demo === 1 || existing.disabled === 1) {
    throw refused('This account cannot sign in this way. Ask an administrator.');
  }
  const isOrganizations = await requireOrganization(existing);
  if (existing.email_verified === 0) return { kind: 'enter', user: await takeOver(existing) };
  // Its organization proved the domain and requires this provider, so there is no password to ask for.
  if (isOrganizations && rule !== undefined) return { kind: 'enter', user: await connectMember(existing) };
  return { kind: 'link', request: await askForPassword(existing) };

  /**
   * Records a sign-in at the provider of the account's organization. Returns whether it is that provider. Throws for
   * any other provider if the organization requires its own.
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
      throw refused(`There is no account for ${email}. Ask the administrator of your outlet network to add you.`);
    }
    if (email !== null && isLookalikeEmail(email)) throw refused(LOOKALIKE_EMAIL);
    return accounts.transaction().execute(async (tx) => {
      const user = await insertProviderUser(tx, { ...identity, email: email ?? '' }, now());
      await connectIdentity(tx, user.id, identity, now());
      await note(tx, user, 'user.signed-up');
      return user;
    });
  }

  /** The address was registered but never verified. That password must not open the account. */
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
