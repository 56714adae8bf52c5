import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { personKeys } from '#domain/person-names.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { shownEmail } from '../../lib/shown-email.ts';
import type { VerifiedIdentity } from './oidc-client.ts';

type Key = Pick<VerifiedIdentity, 'provider' | 'issuer' | 'subject' | 'email'>;

export async function insertFlow(
  accounts: AccountsDb,
  flow: Omit<Insertable<AccountsSchema['oidc_flows']>, 'used_at'>,
): Promise<void> {
  await accounts
    .insertInto('oidc_flows')
    .values({ ...flow, used_at: null })
    .execute();
}

/**
 * Consumes the visit with this state, once. Returns undefined if the visit is unknown, used, expired or belongs to
 * another provider.
 */
export const takeFlow = (accounts: AccountsDb, stateHash: string, provider: string, at: number) =>
  accounts
    .updateTable('oidc_flows')
    .set({ used_at: at })
    .where('id', '=', stateHash)
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returningAll()
    .executeTakeFirst();

/** Finds the account that is linked to the identity, unless the account is deleted. */
export const findIdentityUser = (accounts: AccountsDb, { issuer, subject }: Pick<Key, 'issuer' | 'subject'>) =>
  accounts
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .selectAll('users')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Links the identity to the account. If the identity is already linked to another account, reassigns it; callers must
 * make sure that the other account was deleted.
 */
export async function connectIdentity(accounts: AccountsDb, userId: string, key: Key, at: number): Promise<void> {
  const owner = { user_id: userId, email: key.email ?? '', created_at: at, last_used_at: at };
  await accounts
    .insertInto('identities')
    .values({ id: uuid(), provider: key.provider, issuer: key.issuer, subject: key.subject, ...owner })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(owner))
    .execute();
}

export async function touchIdentity(accounts: AccountsDb, { issuer, subject, email }: Key, at: number): Promise<void> {
  await accounts
    .updateTable('identities')
    .set({ last_used_at: at, ...(email === null ? {} : { email }) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

export const findIdentities = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute();

export async function deleteIdentity(accounts: AccountsDb, userId: string, id: string): Promise<void> {
  await accounts.deleteFrom('identities').where('id', '=', id).where('user_id', '=', userId).execute();
}

/**
 * Marks the address as verified, because a provider has proved it. Invalidates any earlier password and all pending
 * links (docs/threat-model.md#a18).
 */
export async function takeOverUnverified(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts
    .updateTable('users')
    .set({ email_verified: 1, password_hash: null, updated_at: at })
    .where('id', '=', userId)
    .execute();
  await accounts
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Inserts an account created through a provider: without role, customer or password (docs/threat-model.md#a1). */
export async function insertProviderUser(
  accounts: AccountsDb,
  person: { email: string; firstName: string; lastName: string; provider: string },
  at: number,
) {
  const rights = { role: 'unassigned', customer_id: null, disabled: 0, demo: 0, password_hash: null } as const;
  const none = { import_hash: null, authentication_uid: null, created_by_id: null, updated_by_id: null };
  return accounts
    .insertInto('users')
    .values({
      id: uuid(),
      first_name: person.firstName,
      last_name: person.lastName,
      ...personKeys(person.firstName, person.lastName),
      email: shownEmail(person.email),
      email_key: person.email,
      email_verified: 1,
      phone_number: '',
      avatar: '[]',
      provider: person.provider,
      ...rights,
      ...none,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertLinkRequest(
  accounts: AccountsDb,
  request: Omit<Insertable<AccountsSchema['link_requests']>, 'used_at' | 'attempts'>,
): Promise<void> {
  await accounts
    .insertInto('link_requests')
    .values({ ...request, attempts: 0, used_at: null })
    .execute();
}

/** Counts an attempt. Returns undefined if the request is unknown, used, expired or was tried too often. */
export const tryLinkRequest = (accounts: AccountsDb, hash: string, at: number, mostAttempts: number) =>
  accounts
    .updateTable('link_requests')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where('attempts', '<', mostAttempts)
    .returningAll()
    .executeTakeFirst();

/** Consumes a link request. Returns true only for the call that consumed it. */
export async function spendLinkRequest(accounts: AccountsDb, hash: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('link_requests')
    .set({ used_at: at })
    .where('id', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
