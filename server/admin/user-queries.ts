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

/** A working account made by an operator: its e-mail counts as verified. */
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

/** A live account by its normalised e-mail. */
export const findUserByEmail = (accounts: AccountsDb, emailKey: string) =>
  accounts
    .selectFrom('users')
    .select(['id', 'email', 'role', 'disabled', 'demo'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
