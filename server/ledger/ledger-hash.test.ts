import { expect, test } from 'vitest';
import { entryHash, type HashedEntry, type Posting } from './ledger-hash.ts';

const ENTRY: HashedEntry = {
  seq: 7,
  at: 1_796_000_000_000,
  kind: 'payout',
  author: 'payouts',
  reference: 'payout 1',
  reason: 'Payout: 2026-11-20',
};
const MOVED: readonly Posting[] = [
  { account: 'cash', micros: -40_000 },
  { account: 'owner:1', micros: 40_000 },
];
const BEFORE = 'a'.repeat(64);
const HASH = entryHash(BEFORE, ENTRY, MOVED);

test.each<Partial<HashedEntry>>([
  { seq: 8 },
  { at: ENTRY.at + 1 },
  { kind: 'payment' },
  { reference: 'payout 2' },
  { reason: 'Payout: 2026-11-21' },
  { author: 'somebody' },
])('an entry with another field has another hash: %o', (other) => {
  expect(entryHash(BEFORE, { ...ENTRY, ...other }, MOVED)).not.toBe(HASH);
});

test('the hash also changes with the entry before, and with other, more or reordered postings', () => {
  const [cash, owner] = MOVED as [Posting, Posting];
  const moved = [
    [owner, cash],
    [cash],
    [cash, { ...owner, micros: 40_001 }],
    [cash, { ...owner, account: 'owner:2' }],
    [...MOVED, { account: 'rounding', micros: 0 }],
  ];
  const hashes = [entryHash('b'.repeat(64), ENTRY, MOVED), ...moved.map((other) => entryHash(BEFORE, ENTRY, other))];
  expect(new Set([HASH, ...hashes]).size).toBe(hashes.length + 1);
  expect(entryHash(BEFORE, { ...ENTRY }, [...MOVED])).toBe(HASH);
});
