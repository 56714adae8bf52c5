import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

type Member = { readonly id: string; readonly role: StoredRole; readonly customer_id: string | null };

/** Selects the other accounts in the same organization that can sign in. */
const others = (accounts: AccountsDb, { id, role, customer_id: customerId }: Member) =>
  accounts
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('role', '=', role)
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .where('deleted_at', 'is', null)
    .where('id', '<>', id);

export const countOtherManagers = async (accounts: AccountsDb, member: Member): Promise<number> =>
  Number((await others(accounts, member).where('standing', '=', 'manager').executeTakeFirstOrThrow()).count);

export const countColleagues = async (accounts: AccountsDb, member: Member): Promise<number> =>
  Number((await others(accounts, member).executeTakeFirstOrThrow()).count);
