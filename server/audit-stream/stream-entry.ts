import { CHAIN_START } from '../databases/accounts/audit-chain.ts';
import type { AuditRow } from './stream-queries.ts';

/**
 * An entry as the receiver gets it. Its hash is SHA-256 over `previous_hash` and the other fields (`audit-chain.ts`).
 */
export type StreamedEntry = {
  /** The same for every delivery. A log that was rewritten from a backup has other ids. */
  readonly id: string;
  readonly installation: string;
  readonly seq: number;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** JSON text, exactly as the hash covers it. */
  readonly detail: string;
  readonly ip: string;
  /** Null if the previous entry is missing from the log. */
  readonly previous_hash: string | null;
  readonly hash: string;
};

const HASH_IN_ID = 16;

/**
 * Converts `rows`, in order, and returns those after `seq`. The first row may be the last delivered one, for its hash.
 */
export function streamedEntries(
  installation: string,
  rows: readonly AuditRow[],
  seq: number,
): readonly StreamedEntry[] {
  return rows.flatMap((row, at) => {
    if (row.seq <= seq) return [];
    const before = rows[at - 1];
    const previous = before?.seq === row.seq - 1 ? before.hash : null;
    return [
      {
        id: `${installation}-${row.seq}-${row.hash.slice(0, HASH_IN_ID)}`,
        installation,
        seq: row.seq,
        at: new Date(row.at).toISOString(),
        actor_id: row.actor_id,
        actor: row.actor,
        action: row.action,
        subject: row.subject,
        detail: row.detail,
        ip: row.ip,
        previous_hash: row.seq === 1 ? CHAIN_START : previous,
        hash: row.hash,
      },
    ];
  });
}
