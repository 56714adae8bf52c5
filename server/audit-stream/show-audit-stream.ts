import type { AuditStreamSettings } from '../config/audit-stream-settings.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findCursor, findWaiting } from './stream-queries.ts';

export type AuditStreamState = {
  /** The receiver's host, and its port if one is given; null if no receiver is configured. */
  readonly receiver: string | null;
  readonly deliveredSeq: number;
  /** Epoch milliseconds; null before the first delivery. */
  readonly deliveredAt: number | null;
  readonly waiting: number;
  /** When the oldest waiting entry was written; null if no entry is waiting. */
  readonly oldestAt: number | null;
  readonly failingSince: number | null;
  readonly lastError: string;
};

/** Returns the progress and failures of the audit log's delivery. */
export async function showAuditStream(
  accounts: AccountsDb,
  settings: AuditStreamSettings | null,
): Promise<AuditStreamState> {
  const cursor = await findCursor(accounts);
  const { entries, oldestAt } = await findWaiting(accounts, cursor.delivered_seq);
  return {
    receiver: settings === null ? null : receiverOf(settings),
    deliveredSeq: cursor.delivered_seq,
    deliveredAt: cursor.delivered_at,
    waiting: entries,
    oldestAt,
    failingSince: cursor.failing_since,
    lastError: cursor.last_error,
  };
}

/** Returns only the receiver's host and port, because a path may contain a token. */
function receiverOf({ target }: AuditStreamSettings): string {
  if (target.kind === 'http') return new URL(target.url).host;
  return `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
}
