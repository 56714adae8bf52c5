import { personKeys } from '#domain/person-names.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

export const findProfile = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('users')
    .leftJoin('customers', 'customers.id', 'users.customer_id')
    .selectAll('users')
    .select('customers.name as customer')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

export async function storeProfile(
  accounts: AccountsDb,
  userId: string,
  profile: { firstName: string; lastName: string; phoneNumber: string },
  at: number,
): Promise<void> {
  const { firstName, lastName, phoneNumber } = profile;
  const name = { first_name: firstName, last_name: lastName, ...personKeys(firstName, lastName) };
  await accounts
    .updateTable('users')
    .set({ ...name, phone_number: phoneNumber, updated_at: at, updated_by_id: userId })
    .where('id', '=', userId)
    .execute();
}

/** Stores preferences without a new row version, because other users do not need to see them as account changes. */
export async function storePreferences(
  accounts: AccountsDb,
  userId: string,
  preferences: { time_zone?: string; theme_color?: string; color_scheme?: 'light' | 'dark' | 'auto' | '' },
): Promise<void> {
  if (Object.keys(preferences).length === 0) return;
  await accounts.updateTable('users').set(preferences).where('id', '=', userId).execute();
}

/** Finds a picture, unless its account is deleted. */
export const findAvatar = (accounts: AccountsDb, id: string) =>
  accounts
    .selectFrom('avatars')
    .innerJoin('users', 'users.id', 'avatars.user_id')
    .select('avatars.image')
    .where('avatars.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

/** Finds the caller's account, which its owner is deleting. Undefined if the account is already deleted. */
export const findOwner = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('users')
    .select(['id', 'email', 'role', 'standing', 'customer_id', 'disabled', 'email_verified', 'deleted_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export async function markDeleted(accounts: AccountsDb, userId: string, at: number): Promise<void> {
  await accounts
    .updateTable('users')
    .set({ deleted_at: at, updated_at: at, updated_by_id: userId })
    .where('id', '=', userId)
    .execute();
}

const MOST_ROWS = 1_000;

export const findOwnSessions = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'ended_at', 'ip', 'user_agent', 'method'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST_ROWS)
    .execute();

export const findOwnIdentities = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('identities')
    .select(['provider', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .limit(MOST_ROWS)
    .execute();

export const findOwnSecondFactor = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

export const findOwnPasskeys = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('passkeys')
    .select(['name', 'synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute();

/** Finds the user's own activity, newest first. */
export const findOwnActivity = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('audit_log')
    .select(['at', 'action', 'subject', 'ip'])
    .where('actor_id', '=', userId)
    .orderBy('seq', 'desc')
    .limit(MOST_ROWS)
    .execute();

/** Finds what the user was notified about, newest first. */
export const findOwnNotifications = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('notifications')
    .select(['kind', 'title', 'detail', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MOST_ROWS)
    .execute();

export const findOwnReports = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('saved_reports')
    .select(['name', 'question', 'shared', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findOwnReportLinks = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('report_links')
    .select(['prefix', 'question', 'created_at', 'expires_at', 'revoked_at', 'views'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findOwnReportNotes = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('report_marks')
    .select(['day', 'words', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findOwnPicture = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('avatars').select('image').where('user_id', '=', userId).executeTakeFirst();
