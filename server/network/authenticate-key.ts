import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { batchKeys } from '../lib/batch-keys.ts';
import { inGroups } from '../lib/in-groups.ts';
import { hashAccessKey, isAccessKey } from './access-key.ts';
import { findHeldKeys, type HeldKey, recordKeyUse } from './access-key-queries.ts';

/**
 * Minimum interval between updates of a key's `last_used_at`. Updating it on each call would cost more than the call.
 */
const USE_RECORDED_EVERY_MS = HOUR_MS;

/** The outlets that a key authenticates: one outlet, or all outlets of a customer. */
export type KeyHolder = { readonly keyId?: string } & (
  | { readonly kind: 'outlet'; readonly outletId: string }
  | { readonly kind: 'gateway'; readonly customerId: string }
);

/**
 * Returns which outlets the key in the `Authorization` header authenticates. Throws 401 with a message that says what
 * to do.
 */
export type AuthenticateKey = (authorization: string | undefined) => Promise<KeyHolder>;

/**
 * Creates a function that looks up the key on every call, so that a revoked key is rejected immediately
 * (docs/threat-model.md#f1). Concurrent calls share a query, because outlets make thousands of calls per second.
 */
export function createAuthenticateKey(accounts: AccountsDb, now: () => number): AuthenticateKey {
  const find = batchKeys<string, HeldKey>(async (hashes) => {
    const rows = await inGroups(hashes, (group) => findHeldKeys(accounts, group));
    return new Map(rows.map((row) => [row.key_hash, row]));
  });

  return async (authorization) => {
    const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) {
      throw new AppError(
        'unauthenticated',
        'This call requires the access key of an outlet or gateway: Authorization: Bearer vb_…',
      );
    }
    const nowMs = now();
    const row = isAccessKey(key) ? await find(hashAccessKey(key)) : undefined;
    if (row === undefined || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= nowMs)) {
      throw new AppError(
        'unauthenticated',
        'This access key is unknown, revoked or expired. Create a new one (admin command issue-key, or /admin/outlets).',
      );
    }
    if (nowMs - (row.last_used_at ?? 0) >= USE_RECORDED_EVERY_MS) await recordKeyUse(accounts, row.id, nowMs);
    if (row.outlet_id !== null) return { keyId: row.id, kind: 'outlet', outletId: row.outlet_id };
    if (row.customer_id !== null) return { keyId: row.id, kind: 'gateway', customerId: row.customer_id };
    throw new Error(`access key ${row.id} belongs to nothing`);
  };
}
