import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Counts the other administrators who can sign in, excluding demo accounts. */
export async function countOtherAdministrators(accounts: AccountsDb, id: string): Promise<number> {
  const { count } = await accounts
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .where('deleted_at', 'is', null)
    .where('demo', '=', 0)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds all administrators, including those who currently can't sign in. */
export const findAdministrators = (accounts: AccountsDb): Promise<{ id: string; updated_at: number }[]> =>
  accounts
    .selectFrom('users')
    .select(['id', 'updated_at'])
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .execute();
