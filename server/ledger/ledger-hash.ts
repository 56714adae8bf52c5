import { createHash } from 'node:crypto';
import type { EntryKind } from '../databases/accounts/ledger-tables.ts';

export type Posting = { readonly account: string; readonly micros: number };

/** What the hash of an entry covers, besides the hash of the entry before it. */
export type HashedEntry = {
  readonly seq: number;
  readonly at: number;
  readonly kind: EntryKind;
  readonly reference: string;
  readonly reason: string;
  readonly author: string;
};

/** SHA-256 over the hash before, the entry and its postings in their order: whoever changes one has to change all after it. */
export function entryHash(before: string, entry: HashedEntry, postings: readonly Posting[]): string {
  const { seq, at, kind, reference, reason, author } = entry;
  const moved = postings.map(({ account, micros }) => [account, micros]);
  const text = JSON.stringify([before, seq, at, kind, reference, reason, author, moved]);
  return createHash('sha256').update(text).digest('hex');
}
