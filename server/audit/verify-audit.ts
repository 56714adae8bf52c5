import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { CHAIN_START, chainHash, entryDigest } from '../databases/accounts/audit-chain.ts';
import { findChainHead, findEntriesAfter } from './audit-chain-queries.ts';

const AT_ONCE = 1_000;
const MOST_FAULTS = 100;

/** A changed entry, or the missing entries `from` to `to`. */
export type AuditFault =
  | { readonly kind: 'changed'; readonly from: number; readonly to: number }
  | { readonly kind: 'missing'; readonly from: number; readonly to: number };

export type AuditVerdict = {
  readonly entries: number;
  /**
   * Number and hash of the last entry. Someone who recorded these elsewhere can prove later that all entries up to it
   * are unchanged.
   */
  readonly last: { readonly seq: number; readonly hash: string };
  readonly faults: readonly AuditFault[];
  /** Whether the log contains an entry with the given hash. */
  readonly hasHash: boolean;
};

type Walk = { seq: number; hash: string | null; entries: number; hasHash: boolean };

/**
 * Reads the entire audit log and lists every changed or removed entry (docs/threat-model.md#g6). An entry that an
 * erasure rewrote is valid if it matches the digest recorded in the entry for that erasure.
 */
export async function verifyAudit(accounts: AccountsDb, notedHash?: string): Promise<AuditVerdict> {
  // Read the head first, so that concurrent entries come after it.
  const head = (await findChainHead(accounts)) ?? { seq: 0, hash: CHAIN_START };
  const faults: AuditFault[] = [];
  /** Entries that do not match their hash, and entries that an erasure rewrote, with their digests. */
  const changed = new Map<number, string>();
  const rewritten = new Map<number, string>();
  const walk: Walk = { seq: 0, hash: CHAIN_START, entries: 0, hasHash: notedHash === undefined };
  for (;;) {
    const rows = await findEntriesAfter(accounts, walk.seq, AT_ONCE);
    for (const { hash, ...entry } of rows) {
      const { seq } = entry;
      const isNext = seq === walk.seq + 1;
      if (!isNext) faults.push({ kind: 'missing', from: walk.seq + 1, to: seq - 1 });
      // After a gap the previous hash is unknown, so the entry cannot be verified.
      const isSound = !isNext || walk.hash === null || hash === chainHash(walk.hash, entry);
      if (isSound && entry.action === 'user.erased') noteRewritten(rewritten, entry.detail);
      if (!isSound) changed.set(seq, entryDigest(entry));
      else if (seq === head.seq && hash !== head.hash) faults.push({ kind: 'changed', from: seq, to: seq });
      Object.assign(walk, { seq, hash, entries: walk.entries + 1, hasHash: walk.hasHash || hash === notedHash });
    }
    if (rows.length < AT_ONCE || faults.length >= MOST_FAULTS) break;
  }
  for (const [seq, digest] of changed) {
    if (rewritten.get(seq) !== digest) faults.push({ kind: 'changed', from: seq, to: seq });
  }
  faults.sort((one, other) => one.from - other.from);
  if (walk.seq < head.seq && faults.length < MOST_FAULTS)
    faults.push({ kind: 'missing', from: walk.seq + 1, to: head.seq });
  const last = { seq: walk.seq, hash: walk.hash ?? CHAIN_START };
  return { entries: walk.entries, last, faults: faults.slice(0, MOST_FAULTS), hasHash: walk.hasHash };
}

/**
 * Records the digests of rewritten entries. An erasure's entry follows the entries that it rewrote; the latest erasure
 * of an entry applies.
 */
function noteRewritten(rewritten: Map<number, string>, detail: string): void {
  const noted = (JSON.parse(detail) as { rewritten?: unknown }).rewritten;
  if (!Array.isArray(noted)) return;
  for (const [seq, digest] of noted as [number, string][]) rewritten.set(seq, digest);
}
