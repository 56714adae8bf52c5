import { expect, test } from 'vitest';
import { knownSecond } from './known-second.ts';

test('an instant is known by its second, and now by no second', () => {
  expect(knownSecond(1_764_201_600_000)).toBe(1_764_201_600);
  expect(knownSecond(1_764_201_600_999)).toBe(1_764_201_600);
  expect(knownSecond(0)).toBe(0);
  expect(knownSecond(null)).toBeNull();
});
