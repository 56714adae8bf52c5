import { expect, test } from 'vitest';
import { versionAt } from './version-at.ts';

const versions = [
  { validFrom: 200, price: 'second' },
  { validFrom: 100, price: 'first' },
];

test.each([
  [99, undefined],
  [100, 'first'],
  [199, 'first'],
  [200, 'second'],
  [1_000, 'second'],
])('at %d the price is %s', (instant, expected) => {
  expect(versionAt(versions, instant)?.price).toBe(expected);
});
