import { createHash } from 'node:crypto';

/** What the hash of an entry of the audit log covers, besides the hash of the entry before it. */
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

/** SHA-256 over the hash before and the entry: whoever changes or takes out one has to change all after it (docs/threat-model.md#g6). */
export function chainHash(before: string, entry: ChainedEntry): string {
  const { seq, at, actor_id: actorId, actor, action, subject, detail, ip } = entry;
  const text = JSON.stringify([before, seq, at, actorId, actor, action, subject, detail, ip]);
  return createHash('sha256').update(text).digest('hex');
}

/** Of what an entry says: an erasure notes it for the entries that it rewrote, so that no other change passes for one. */
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
