import { personKeys } from '#domain/person-names.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

export type NewUser = {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  role: StoredRole;
  customer_id: string | null;
  password_hash: string | null;
};

/** Creates an active account on an operator's behalf. The account's email counts as verified. */
export async function insertUser(accounts: AccountsDb, user: NewUser, atMs: number): Promise<void> {
  const rest = {
    import_hash: null,
    authentication_uid: null,
    created_by_id: null,
    updated_by_id: null,
    deleted_at: null,
  };
  await accounts
    .insertInto('users')
    .values({
      ...user,
      ...rest,
      ...personKeys(user.first_name, user.last_name),
      email_verified: 1,
      phone_number: '',
      avatar: '[]',
      provider: 'local',
      disabled: 0,
      demo: 0,
      created_at: atMs,
      updated_at: atMs,
    })
    .execute();
}

const liveUsers = (accounts: AccountsDb) =>
  accounts
    .selectFrom('users')
    .select([
      'id',
      'email',
      'email_key',
      'first_name',
      'last_name',
      'role',
      'disabled',
      'demo',
      'email_verified',
      'deleted_at',
      'updated_at',
    ])
    .where('deleted_at', 'is', null);

/** Finds an account by its normalized email, unless the account is deleted. */
export const findUserByEmail = (accounts: AccountsDb, emailKey: string) =>
  liveUsers(accounts).where('email_key', '=', emailKey).executeTakeFirst();

export const findUserById = (accounts: AccountsDb, id: string) =>
  liveUsers(accounts).where('id', '=', id).executeTakeFirst();

export async function setUserPassword(accounts: AccountsDb, id: string, hash: string): Promise<void> {
  await accounts.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
}

/** Marks the address as verified. Returns whether it was unverified before. */
export async function vouchForAddress(accounts: AccountsDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('users')
    .set({ email_verified: 1 })
    .where('id', '=', id)
    .where('email_verified', '=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setUserDisabled(accounts: AccountsDb, id: string, disabled: boolean): Promise<void> {
  await accounts
    .updateTable('users')
    .set({ disabled: disabled ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/**
 * Removes the authenticator app, passkeys and recovery codes from an account. Returns false if it had no app and no
 * passkeys.
 */
export async function deleteSecondFactor(accounts: AccountsDb, userId: string): Promise<boolean> {
  await accounts.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await accounts
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const passkeys = await accounts.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n || passkeys.numDeletedRows > 0n;
}
