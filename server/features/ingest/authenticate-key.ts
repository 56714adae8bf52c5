import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import type { IngestKey } from '../../ingestor.ts';
import { hashAccessKey, isAccessKey } from '../../network/access-key.ts';
import { findAccessKey, recordKeyUse } from './ingest-queries.ts';

/** `last_used_at` is exact to the hour: writing it on each call would cost more than the call. */
const USE_RECORDED_EVERY_MS = HOUR_MS;

/**
 * Whose key the `Authorization` header carries. Looked up on every call, so that a revoked key is refused at once
 * (docs/threat-model.md#f1). Throws 401 with what to do about it.
 */
export async function authenticateKey(
  accounts: AccountsDb,
  authorization: string | undefined,
  nowMs: number,
): Promise<IngestKey> {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) {
    throw new AppError(
      'unauthenticated',
      'This call needs the key of an outlet or gateway: Authorization: Bearer vb_…',
    );
  }
  const row = isAccessKey(key) ? await findAccessKey(accounts, hashAccessKey(key)) : undefined;
  if (row === undefined || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= nowMs)) {
    throw new AppError(
      'unauthenticated',
      'This key is unknown, was revoked or has ended. Have a new one issued (admin command issue-key, or /admin/outlets).',
    );
  }
  if (nowMs - (row.last_used_at ?? 0) >= USE_RECORDED_EVERY_MS) await recordKeyUse(accounts, row.id, nowMs);
  if (row.outlet_id !== null) return { kind: 'outlet', outletId: row.outlet_id };
  if (row.customer_id !== null) return { kind: 'gateway', customerId: row.customer_id };
  throw new Error(`access key ${row.id} belongs to nothing`);
}
