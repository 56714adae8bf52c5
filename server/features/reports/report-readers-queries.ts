import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { CUSTOMER_OF_CALLER, hasSecondFactor } from '../../sign-in/caller-queries.ts';

/** Finds users who may sign in now, with their organizations. */
export const findReaders = (accounts: AccountsDb, userIds: readonly string[]) =>
  accounts
    .selectFrom('users')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .select(['users.id as user_id', 'users.email', 'users.role', 'users.standing', 'users.demo'])
    .select(hasSecondFactor().as('has_second_factor'))
    .select(CUSTOMER_OF_CALLER)
    .where('users.id', 'in', userIds)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled', '=', 0)
    .where('users.email_verified', '=', 1)
    .execute();

/** Finds users by email address, in one organization, or in any if `customerId` is null. */
export const findAddressees = (accounts: AccountsDb, emailKeys: readonly string[], customerId: string | null) =>
  accounts
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where('email_key', 'in', emailKeys)
    .where('deleted_at', 'is', null)
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId))
    .execute();
