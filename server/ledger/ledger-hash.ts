import { createHash } from 'node:crypto';
import type { EntryKind } from '../databases/accounts/ledger-tables.ts';

export type Posting = { readonly account: string; readonly micros: number };

/** The content that an entry's hash covers in addition to the previous entry's hash. */
export type HashedEntry = {
  readonly seq: number;
  readonly at: number;
  readonly kind: EntryKind;
  readonly reference: string;
  readonly reason: string;
  readonly author: string;
};

/**
 * Returns the SHA-256 over the previous hash, the entry and its postings in order. Changing an entry changes all later
 * hashes.
 */
export function entryHash(before: string, entry: HashedEntry, postings: readonly Posting[]): string {
  const { seq, at, kind, reference, reason, author } = entry;
  const moved = postings.map(({ account, micros }) => [account, micros]);
  const text = JSON.stringify([before, seq, at, kind, reference, reason, author, moved]);
  return createHash('sha256').update(text).digest('hex');
}
