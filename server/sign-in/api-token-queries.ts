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

/** Finds a user's tokens that aren't revoked, newest first. Includes expired ones. */
export const findApiTokensOf = (accounts: AccountsDb, userId: string) =>
  accounts
    .selectFrom('api_tokens')
    .select(['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'approved_at', 'addresses'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Revokes a token if it belongs to the user and isn't revoked yet. Returns its name and prefix. */
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

/** Revokes all tokens of the accounts. Pass the transaction that disables or deletes the accounts. */
export async function revokeApiTokensOf(accounts: AccountsDb, userIds: readonly string[], at: number): Promise<void> {
  if (userIds.length === 0) return;
  await accounts
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('user_id', 'in', userIds)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Voids approvals that these accounts gave or received. Pass the transaction that changes their rights. A token whose
 * approval was voided needs another approval, even if the account becomes an administrator again.
 */
export async function lapseApprovals(accounts: AccountsDb, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await accounts
    .updateTable('api_tokens')
    .set({ approved_at: null, approved_by_id: null })
    .where('approved_at', 'is not', null)
    .where(({ eb, or }) => or([eb('user_id', 'in', userIds), eb('approved_by_id', 'in', userIds)]))
    .execute();
}

/** Finds the owner of the tokens that an administrator lists. */
export const findTokenOwner = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('users').select(['id', 'email']).where('id', '=', userId).executeTakeFirst();

/**
 * Finds the data for calls with a token, which is read on every call (docs/threat-model.md#api-tokens). Omits revoked
 * tokens.
 */
export const findTokenHolders = (accounts: AccountsDb, by: 'id' | 'token_hash', keys: readonly string[]) =>
  accounts
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .leftJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'users.customer_id').on('customers.deleted_at', 'is', null),
    )
    .leftJoin('users as approvers', (join) =>
      join
        .onRef('approvers.id', '=', 'api_tokens.approved_by_id')
        .on('approvers.role', '=', 'admin')
        .on('approvers.disabled', '=', 0)
        .on('approvers.email_verified', '=', 1)
        .on('approvers.deleted_at', 'is', null),
    )
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.user_id',
      'api_tokens.scopes',
      'api_tokens.addresses',
      // Null unless the approver is an administrator who can sign in.
      'approvers.id as approver_id',
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
    // A changed address must be verified before its owner can sign in again, in any way.
    .where('users.email_verified', '=', 1)
    .execute();

/** Records the use of a token. */
export async function touchApiToken(accounts: AccountsDb, id: string, at: number): Promise<void> {
  await accounts.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
}
