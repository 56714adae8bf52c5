import type { Insertable, Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

export type AccountRequest = Selectable<AccountsSchema['account_requests']>;
type Purpose = Selectable<AccountsSchema['account_tokens']>['purpose'];

const ACCOUNT = [
  'users.id',
  'users.email',
  'users.email_key',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.customer_id',
  'users.demo',
  'users.disabled',
  'users.email_verified',
  'users.created_by_id',
] as const;

/** Finds the account with a normalized email address, unless it is deleted. */
export const findAccountByEmail = (accounts: AccountsDb, emailKey: string) =>
  accounts
    .selectFrom('users')
    .select(ACCOUNT)
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export async function insertRequest(accounts: AccountsDb, request: AccountRequest): Promise<void> {
  await accounts.insertInto('account_requests').values(request).execute();
}

/** Finds the oldest request after the given one. */
export const findRequestAfter = (accounts: AccountsDb, id: string) =>
  accounts.selectFrom('account_requests').selectAll().where('id', '>', id).orderBy('id').limit(1).executeTakeFirst();

/** Removes and returns a request. A second caller gets undefined. */
export const takeRequest = (accounts: AccountsDb, id: string) =>
  accounts.deleteFrom('account_requests').where('id', '=', id).returning('id').executeTakeFirst();

/** Counts the mails of these kinds that strangers have requested since `since`: by address, by source, or in total. */
export async function countAskedMails(
  accounts: AccountsDb,
  { kinds, toKey, askedFrom, since }: { kinds: readonly string[]; toKey?: string; askedFrom?: string; since: number },
): Promise<number> {
  const counted = accounts
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .where('asked_from', askedFrom === undefined ? '<>' : '=', askedFrom ?? '')
    .$if(toKey !== undefined, (query) => query.where('to_key', '=', toKey ?? ''));
  return (await counted.executeTakeFirstOrThrow()).count;
}

/** Selects self-registered accounts that never verified their address. */
const pending = (accounts: AccountsDb) =>
  accounts
    .selectFrom('users')
    .where('email_verified', '=', 0)
    .where('role', '=', 'unassigned')
    .where('created_by_id', 'is', null)
    .where('password_hash', 'is', null);

export async function countPendingAccounts(accounts: AccountsDb): Promise<number> {
  const { count } = await pending(accounts)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Deletes pending accounts registered before `createdBefore`. Their addresses may register again
 * (docs/threat-model.md#a22).
 */
export async function deletePendingAccounts(accounts: AccountsDb, createdBefore: number): Promise<void> {
  const old = pending(accounts).where('created_at', '<', createdBefore).select('id');
  await accounts.deleteFrom('account_tokens').where('user_id', 'in', old).execute();
  await accounts.deleteFrom('users').where('id', 'in', old).execute();
}

export async function deleteEndedTokens(accounts: AccountsDb, endedBefore: number): Promise<void> {
  await accounts.deleteFrom('account_tokens').where('expires_at', '<', endedBefore).execute();
}

export async function insertAccount(accounts: AccountsDb, user: Insertable<AccountsSchema['users']>): Promise<void> {
  await accounts.insertInto('users').values(user).execute();
}

/** Whether the account's address is still unverified. If so, it stays unverified until the transaction ends. */
export async function lockUnverified(tx: AccountsDb, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('id', '=', userId)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an account's unused tokens. If `askedFrom` is given, deletes only those requested from that source. */
export async function voidTokens(
  accounts: AccountsDb,
  userId: string,
  { purposes, askedFrom }: { purposes: readonly Purpose[]; askedFrom?: string },
): Promise<void> {
  await accounts
    .deleteFrom('account_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .$if(askedFrom !== undefined, (query) => query.where('asked_from', '=', askedFrom ?? ''))
    .execute();
}

/** Extends an account's unused tokens that were created after `createdAfter`. */
export async function prolongTokens(
  accounts: AccountsDb,
  userId: string,
  { purpose, createdAfter, until }: { purpose: Purpose; createdAfter: number; until: number },
): Promise<void> {
  await accounts
    .updateTable('account_tokens')
    .set({ expires_at: until })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .where('expires_at', '<', until)
    .execute();
}

/** Finds a token with its account, whether or not it is valid. Omits tokens of deleted and disabled accounts. */
export const findToken = (accounts: AccountsDb, id: string, purposes: readonly Purpose[]) =>
  accounts
    .selectFrom('account_tokens')
    .innerJoin('users', 'users.id', 'account_tokens.user_id')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .select(ACCOUNT)
    .select([
      'customers.name as customer_name',
      'account_tokens.purpose',
      'account_tokens.password_hash',
      'account_tokens.expires_at',
      'account_tokens.used_at',
    ])
    .where('account_tokens.id', '=', id)
    .where('account_tokens.purpose', 'in', purposes)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled', '=', 0)
    .where('users.demo', '=', 0)
    .executeTakeFirst();

/** Consumes a valid token. Of several simultaneous calls, only one succeeds. */
export const consumeToken = (accounts: AccountsDb, id: string, at: number) =>
  accounts
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();

/**
 * Marks the address as verified. The password chosen with the token takes effect, unless the account was already
 * verified.
 */
export async function verifyAccount(
  accounts: AccountsDb,
  userId: string,
  { passwordHash, at }: { passwordHash: string | null; at: number },
): Promise<void> {
  await accounts
    .updateTable('users')
    .set({ email_verified: 1, updated_at: at, ...(passwordHash === null ? {} : { password_hash: passwordHash }) })
    .where('id', '=', userId)
    .where('email_verified', '=', 0)
    .execute();
}

/**
 * Sets the password. Also marks the address as verified, because only a person who can read the mailbox has the mailed
 * token.
 */
export async function setPassword(
  accounts: AccountsDb,
  userId: string,
  { passwordHash, at }: { passwordHash: string; at: number },
): Promise<void> {
  await accounts
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified: 1, updated_at: at })
    .where('id', '=', userId)
    .execute();
}
