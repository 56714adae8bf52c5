import type { Insertable, Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { CUSTOMER_OF_CALLER, hasSecondFactor } from '../../sign-in/caller-queries.ts';

export type UserRow = Selectable<AccountsSchema['users']>;

/** Finds the account with this normalized email address, unless it is deleted. */
export const findUserByEmail = (accounts: AccountsDb, emailKey: string): Promise<UserRow | undefined> =>
  accounts
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Finds the hash of the password that the account adopts when its address is verified, as stored with the newest unused
 * verification link. Null if there is none.
 */
export async function findAwaitedPassword(accounts: AccountsDb, userId: string): Promise<string | null> {
  const found = await accounts
    .selectFrom('account_tokens')
    .select('password_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.password_hash ?? null;
}

/**
 * Queues a request for another verification link, as a repeated registration does. The registration worker handles the
 * request shortly afterwards.
 */
export async function askForVerification(
  accounts: AccountsDb,
  request: Insertable<AccountsSchema['account_requests']>,
): Promise<void> {
  await accounts.insertInto('account_requests').values(request).execute();
}

/**
 * Finds active administrator and full-access accounts that are not demo accounts. Returns only the oldest 50, because
 * each account costs a password check.
 */
export const findPowerfulAccounts = (accounts: AccountsDb) =>
  accounts
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('role', 'in', ['admin', 'full'])
    .where('demo', '=', 0)
    .where('disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .limit(50)
    .execute();

/** Finds an account with its customer's name, unless the account is deleted. */
export const findUser = (accounts: AccountsDb, id: string) =>
  accounts
    .selectFrom('users')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .selectAll('users')
    .select(['customers.name as customer_name'])
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Reads everything that the access guard needs to know about a caller, in one query (docs/threat-model.md#b1, #b4).
 * Omits ended sessions.
 */
export const findSessions = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.confirmed_at',
      'users.role',
      'users.standing',
      'users.demo',
    ])
    .leftJoin('sessions as viewing', 'viewing.id', 'sessions.viewer_session_id')
    .leftJoin('users as viewer', (join) =>
      join
        .onRef('viewer.id', '=', 'viewing.user_id')
        .on('viewing.ended_at', 'is', null)
        .on('viewer.role', '=', 'admin')
        .on('viewer.disabled', '=', 0)
        .on('viewer.deleted_at', 'is', null),
    )
    .select(['users.email', 'sessions.viewer_session_id', 'viewer.id as viewer_id', 'viewer.email as viewer_email'])
    .select('viewing.expires_at as viewer_expires_at')
    .select(hasSecondFactor().as('has_second_factor'))
    .select(CUSTOMER_OF_CALLER)
    .where('sessions.id', 'in', ids)
    .where('sessions.ended_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled', '=', 0)
    .execute();

export async function insertSession(
  accounts: AccountsDb,
  session: Insertable<AccountsSchema['sessions']>,
): Promise<void> {
  await accounts.insertInto('sessions').values(session).execute();
  await noteSeen(accounts, session.user_id, session.created_at);
}

/**
 * Records that a session is in use. Also updates its user's last activity, unless an administrator is viewing as that
 * user.
 */
export async function touchSession(
  accounts: AccountsDb,
  {
    id,
    user_id: userId,
    viewer_session_id: viewing,
  }: { id: string; user_id: string; viewer_session_id: string | null },
  at: number,
): Promise<void> {
  await accounts.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).execute();
  if (viewing === null) await noteSeen(accounts, userId, at);
}

async function noteSeen(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute();
}

export async function endSession(accounts: AccountsDb, id: string, at: number): Promise<void> {
  await accounts
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Invalidates an account's mailed password-reset links. */
export async function forgetResetTokens(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .execute();
}

/** Finds a user's newest hundred usable sessions. */
export const findLiveSessions = (accounts: AccountsDb, userId: string, at: number) =>
  accounts
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'method', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('viewer_session_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** Ends one of the user's sessions. Returns false if there is no such session. */
export async function endOwnedSession(accounts: AccountsDb, userId: string, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the user has entered the password or second factor again. */
export async function markConfirmed(accounts: AccountsDb, sessionId: string, at: number): Promise<void> {
  await accounts.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', sessionId).execute();
}

export async function storePasswordHash(accounts: AccountsDb, userId: string, passwordHash: string): Promise<void> {
  await accounts.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/**
 * Consumes a valid code and returns its user and method. Of several simultaneous calls, only one succeeds; the others
 * get undefined.
 */
export const consumeLoginCode = (accounts: AccountsDb, codeHash: string, at: number) =>
  accounts
    .updateTable('login_codes')
    .set({ used_at: at })
    .where('id', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning(['user_id', 'method'])
    .executeTakeFirst();

export const findLoginCode = (accounts: AccountsDb, codeHash: string, at: number) =>
  accounts
    .selectFrom('login_codes')
    .select(['user_id', 'method', 'browser_hash'])
    .where('id', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** Finds who created an account and who last edited it. */
export const findMaker = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('users').select(['created_by_id', 'updated_by_id']).where('id', '=', userId).executeTakeFirst();
