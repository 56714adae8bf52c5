import { expect, test } from 'vitest';
import { counted, formFor, NOUNS } from './counted.ts';

test.each([
  [0, 'outlet', '0 outlets'],
  [1, 'outlet', '1 outlet'],
  [2, 'entry', '2 entries'],
  [1_222, 'view', '1,222 views'],
] as const)('%d is counted with the right form of %s', (value, noun, written) => {
  expect(counted(value, NOUNS[noun])).toBe(written);
});

test('a phrase has its own forms', () => {
  const waiting = { one: 'entry is waiting', other: 'entries are waiting' };
  expect([1, 3].map((value) => formFor(value, waiting))).toEqual(['entry is waiting', 'entries are waiting']);
});
