import { createHash } from 'node:crypto';

/** The fields that an audit entry's hash covers, besides the previous hash. */
export type ChainedEntry = {
  readonly seq: number;
  readonly at: number;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  /** JSON text, as stored. */
  readonly detail: string;
  readonly ip: string;
};

/** The hash before the first entry. */
export const CHAIN_START = '0'.repeat(64);

/**
 * Returns the SHA-256 over the previous hash and the entry. Changing or removing an entry therefore invalidates all
 * later entries (docs/threat-model.md#g6).
 */
export function chainHash(before: string, entry: ChainedEntry): string {
  const { seq, at, actor_id: actorId, actor, action, subject, detail, ip } = entry;
  const text = JSON.stringify([before, seq, at, actorId, actor, action, subject, detail, ip]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns a digest of an entry's content. An erasure records the digests of the entries that it rewrites, so that no
 * other change passes as an erasure.
 */
export function entryDigest({
  seq,
  actor,
  subject,
  detail,
  ip,
}: Omit<ChainedEntry, 'at' | 'actor_id' | 'action'>): string {
  return createHash('sha256')
    .update(JSON.stringify([seq, actor, subject, detail, ip]))
    .digest('hex');
}
