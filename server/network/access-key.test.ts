import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAccessKey, hashAccessKey, isAccessKey } from './access-key.ts';

test('a key is vb_ and 256 random bits, and only its hash and first ten characters are for storage', () => {
  const { key, hash, prefix } = createAccessKey();
  expect(key).toMatch(/^vb_[A-Za-z0-9_-]{43}$/);
  expect(prefix).toBe(key.slice(0, 10));
  expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
  expect(hashAccessKey(key)).toBe(hash);
  expect(isAccessKey(key)).toBe(true);
  expect(createAccessKey().key).not.toBe(key);
});

test('does not treat other bearer tokens as keys', () => {
  for (const text of ['', 'vb_', 'eyJhbGciOi.J9.x', `vb_${'a'.repeat(42)}`, `vb_${'a'.repeat(43)}\n`]) {
    expect(isAccessKey(text)).toBe(false);
  }
});
