import type { Insertable } from 'kysely';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { CUSTOMER_OF_CALLER, hasSecondFactor } from './caller-queries.ts';

export async function insertApiToken(
  accounts: AccountsDb,
  token: Insertable<AccountsSchema['api_tokens']>,
): Promise<void> {
  await accounts.insertInto('api_tokens').values(token).execute();
}

/** Tokens of a user that are not revoked, newest first; those whose time is over among them. */
export const findApiTokensOf = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('api_tokens')
    .select(['id', 'name', 'prefix', 'reads_only', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Revokes a token if it is the user's and not revoked yet; answers what it was called. */
export const revokeApiToken = (
  accounts: AccountsDb,
  { userId, id, at }: { userId: string; id: string; at: number },
): Promise<{ name: string; prefix: string } | undefined> =>
  accounts
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'prefix'])
    .executeTakeFirst();

/** All tokens of an account end: to be called with the transaction that disables or deletes it. */
export async function revokeApiTokensOf(accounts: AccountsDb, userIds: readonly string[], at: number): Promise<void> {
  if (userIds.length === 0) return;
  await accounts
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whose tokens an administrator asks for. */
export const findTokenOwner = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('users').select(['id', 'email']).where('id', '=', userId).executeTakeFirst();

/** What a call with a token needs to know, read on every call (docs/threat-model.md#api-tokens); none that is revoked. */
export const findTokenHolders = (accounts: AccountsDb, by: 'id' | 'token_hash', keys: readonly string[]) =>
  accounts
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.user_id',
      'api_tokens.reads_only',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
    ])
    .select(['users.email', 'users.role', 'users.standing', 'users.demo'])
    .select(hasSecondFactor().as('has_second_factor'))
    .select(CUSTOMER_OF_CALLER)
    .where(`api_tokens.${by}`, 'in', keys)
    .where('api_tokens.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.disabled', '=', 0)
    // Another address has to be verified before its owner may sign in again, in whatever way.
    .where('users.email_verified', '=', 1)
    .execute();

/** Notes that a token is in use. */
export async function touchApiToken(accounts: AccountsDb, id: string, at: number): Promise<void> {
  await accounts.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}
