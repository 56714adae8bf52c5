import { APPROVED_SCOPE } from '#contract/token-scopes.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const waiting = (accounts: AccountsDb, at: number) =>
  accounts
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.scopes', 'like', `%${APPROVED_SCOPE}%`)
    .where('api_tokens.approved_at', 'is', null)
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', at)
    // Only the requests of active administrators have an effect.
    .where('users.role', '=', 'admin')
    .where('users.disabled', '=', 0)
    .where('users.deleted_at', 'is', null);

const requests = (accounts: AccountsDb, at: number) =>
  waiting(accounts, at)
    .select(['api_tokens.id', 'api_tokens.user_id', 'api_tokens.name', 'api_tokens.prefix', 'api_tokens.scopes'])
    .select(['users.email as owner', 'api_tokens.created_at', 'api_tokens.expires_at']);

export type TokenRequestRow = Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number];

export const findTokenRequests = (
  accounts: AccountsDb,
  at: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<TokenRequestRow[]> =>
  requests(accounts, at)
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findTokenRequest = (accounts: AccountsDb, at: number, id: string): Promise<TokenRequestRow | undefined> =>
  requests(accounts, at).where('api_tokens.id', '=', id).executeTakeFirst();

export async function countTokenRequests(accounts: AccountsDb, at: number): Promise<number> {
  const row = await waiting(accounts, at)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/** Approves a token. Returns false if the token has been approved or revoked in the meantime. */
export async function approveToken(
  tx: AccountsDb,
  id: string,
  approval: { readonly approved_at: number; readonly approved_by_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('api_tokens')
    .set(approval)
    .where('id', '=', id)
    .where('approved_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Finds the administrators who can approve this administrator's token. Demo accounts receive no mail. */
export const findOtherAdministrators = (tx: AccountsDb, userId: string): Promise<{ email: string }[]> =>
  tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .where('deleted_at', 'is', null)
    .where('demo', '=', 0)
    .where('id', '<>', userId)
    .orderBy('email_key')
    .execute();
