import { expressionBuilder } from 'kysely';
import type { AccountsSchema } from '../databases/accounts/schema.ts';

/**
 * Returns a condition that the row's account has a second factor: a confirmed app or a passkey. For queries that read
 * `users`.
 */
export const hasSecondFactor = () => {
  const eb = expressionBuilder<AccountsSchema, 'users'>();
  return eb.or([
    eb.exists(
      eb
        .selectFrom('second_factors')
        .select('user_id')
        .whereRef('second_factors.user_id', '=', 'users.id')
        .where('second_factors.confirmed_at', 'is not', null),
    ),
    eb.exists(eb.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id')),
  ]);
};

/** The columns of the caller's customer, as the caller sees it. For queries that join `customers`. */
export const CUSTOMER_OF_CALLER = [
  'customers.id as customer_id',
  'customers.key as customer_key',
  'customers.name as customer_name',
  'customers.kind',
] as const;
