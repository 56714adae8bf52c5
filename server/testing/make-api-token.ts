import { v7 as uuid } from 'uuid';
import { APPROVED_SCOPE, TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createApiToken, storedScopes } from '../sign-in/api-token.ts';

let counter = 0;

export const READ_SCOPES = TOKEN_SCOPES.filter((scope) => scope.endsWith(':read'));
/** The scopes of a token that one person can create alone. */
export const OWN_SCOPES = TOKEN_SCOPES.filter((scope) => scope !== APPROVED_SCOPE);

type Given = {
  readonly userId: string;
  /** Defaults to all scopes that the owner can grant alone. */
  readonly scopes?: readonly TokenScope[];
  readonly approvedBy?: string;
  readonly at: number;
};

/** Creates a user's API token, valid for one day. `token` is its text. */
export async function makeApiToken(accounts: AccountsDb, given: Given) {
  const { token, hash, prefix } = createApiToken();
  const { userId, scopes = OWN_SCOPES, approvedBy = null, at } = given;
  const row = { id: uuid(), user_id: userId, name: `Program ${++counter}`, prefix, token_hash: hash };
  const times = { created_at: at, expires_at: at + DAY_MS, last_used_at: null, revoked_at: null };
  const approval = { approved_at: approvedBy === null ? null : at, approved_by_id: approvedBy };
  await accounts
    .insertInto('api_tokens')
    .values({ ...row, ...times, ...approval, reads_only: 1, scopes: storedScopes(scopes) })
    .execute();
  return { id: row.id, token, headers: { authorization: `Bearer ${token}` } };
}
