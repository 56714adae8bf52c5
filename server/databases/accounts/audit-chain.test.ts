import { expect, test } from 'vitest';
import { CHAIN_START, type ChainedEntry, chainHash, entryDigest } from './audit-chain.ts';

const entry: ChainedEntry = {
  seq: 7,
  at: 1_000,
  actor_id: 'id of a user',
  actor: 'admin@example.com',
  action: 'user.changed',
  subject: 'someone',
  detail: '{"role":"admin"}',
  ip: '192.0.2.1',
};
const columns = Object.keys(entry) as (keyof ChainedEntry)[];
const changed = (column: keyof ChainedEntry): ChainedEntry => ({
  ...entry,
  [column]: typeof entry[column] === 'number' ? entry[column] + 1 : `${entry[column]}x`,
});

test.each(columns)('the hash of an entry covers its %s', (column) => {
  expect(chainHash(CHAIN_START, changed(column))).not.toBe(chainHash(CHAIN_START, entry));
});

test('the hash of an entry covers the previous hash, and whether a user was signed in', () => {
  expect(chainHash('f'.repeat(64), entry)).not.toBe(chainHash(CHAIN_START, entry));
  expect(chainHash(CHAIN_START, { ...entry, actor_id: null })).not.toBe(
    chainHash(CHAIN_START, { ...entry, actor_id: '' }),
  );
});

test.each(['seq', 'actor', 'subject', 'detail', 'ip'] as const)(
  'the digest that an erasure records covers the %s',
  (column) => {
    expect(entryDigest(changed(column))).not.toBe(entryDigest(entry));
  },
);
