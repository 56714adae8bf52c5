import { v7 as uuid } from 'uuid';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createApiToken } from '../sign-in/api-token.ts';

let counter = 0;

/** An API token of a user, good for a day; `token` is its text. */
export async function makeApiToken(accounts: AccountsDb, given: { userId: string; readsOnly?: boolean; at: number }) {
  const { token, hash, prefix } = createApiToken();
  const { userId, readsOnly = false, at } = given;
  const row = { id: uuid(), user_id: userId, name: `Program ${++counter}`, prefix, token_hash: hash };
  const times = { created_at: at, expires_at: at + DAY_MS, last_used_at: null, revoked_at: null };
  await accounts
    .insertInto('api_tokens')
    .values({ ...row, ...times, reads_only: readsOnly ? 1 : 0 })
    .execute();
  return { id: row.id, token, headers: { authorization: `Bearer ${token}` } };
}
