import { createHash } from 'node:crypto';
import type { EntryKind } from '../databases/accounts/ledger-tables.ts';

export type Posting = { readonly account: string; readonly micros: number };

/** Content that the hash of an entry covers, in addition to the previous entry's hash. */
export type HashedEntry = {
  readonly seq: number;
  readonly at: number;
  readonly kind: EntryKind;
  readonly reference: string;
  readonly reason: string;
  readonly author: string;
};

/**
 * SHA-256 of the previous hash, the entry and its postings in order. A change of one entry changes all later hashes.
 */
export function entryHash(before: string, entry: HashedEntry, postings: readonly Posting[]): string {
  const { seq, at, kind, reference, reason, author } = entry;
  const moved = postings.map(({ account, micros }) => [account, micros]);
  const text = JSON.stringify([before, seq, at, kind, reference, reason, author, moved]);
  return createHash('sha256').update(text).digest('hex');
}
