import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
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

/** The account that may be entered, or the request that its password has to be given for first. */
export type IdentityOutcome =
  | { readonly kind: 'enter'; readonly user: UserRow }
  | { readonly kind: 'link'; readonly request: string };

export type IdentityVisit = {
  readonly identity: VerifiedIdentity;
  readonly browserHash: string;
  readonly ip: string;
};

type EnterDependencies = Pick<Dependencies, 'config' | 'accounts' | 'now'> & {
  readonly mayHaveSession: (user: UserRow | undefined) => user is UserRow;
};

/**
 * Which account an identity opens (docs/threat-model.md#a18): the one it is connected with, by issuer and subject. An address alone opens
 * nothing: only one that the provider verified is looked for, and the account that has it wants its password first,
 * unless nobody ever proved to own that account. Throws `AppError('invalid')` with the reason for the reader.
 */
export async function enterByIdentity(
  { config, accounts, now, mayHaveSession }: EnterDependencies,
  visit: IdentityVisit,
): Promise<IdentityOutcome> {
  const { identity, browserHash, ip } = visit;
  const connected = await findIdentityUser(accounts, identity);
  if (connected !== undefined) {
    if (!mayHaveSession(connected)) throw refused('This account cannot sign in. Ask an administrator.');
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
  if (existing === undefined) return { kind: 'enter', user: await makeAccount() };
  if (existing.demo === 1 || existing.disabled === 1) {
    throw refused('This account cannot sign in this way. Ask an administrator.');
  }
  if (existing.email_verified === 0) return { kind: 'enter', user: await takeOver(existing) };
  return { kind: 'link', request: await askForPassword(existing) };

  async function makeAccount(): Promise<UserRow> {
    if (config.signUp !== 'open') {
      throw refused(`There is no account for ${email}. Ask the administrator of your outlet network to add you.`);
    }
    return accounts.transaction().execute(async (tx) => {
      const user = await insertProviderUser(tx, { ...identity, email: email ?? '' }, now());
      await connectIdentity(tx, user.id, identity, now());
      await note(tx, user, 'user.signed-up');
      return user;
    });
  }

  /** Somebody registered with the address without ever proving it: that password must not open the account. */
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
      ...{ provider, issuer, subject, email: email ?? '', browser_hash: browserHash },
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
