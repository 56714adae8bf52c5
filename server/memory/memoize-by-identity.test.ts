import { expect, test } from 'vitest';
import { createIdentityMemo, memoizeByIdentity } from './memoize-by-identity.ts';

test('computes once for the same objects in the same order', () => {
  let computed = 0;
  const kept = createIdentityMemo<number>();
  const [a, b] = [{}, {}];
  const compute = () => {
    computed += 1;
    return computed;
  };

  expect(kept([a, b], compute)).toBe(1);
  expect(kept([a, b], compute)).toBe(1);
  expect(kept([b, a], compute)).toBe(2);
  expect(kept([a], compute)).toBe(3);
  expect(kept([{}, b], compute)).toBe(4);
});

test('memoizes undefined as well', () => {
  let computed = 0;
  const kept = memoizeByIdentity((_key: object) => {
    computed += 1;
    return undefined;
  });
  const key = {};
  kept(key);
  kept(key);

  expect(computed).toBe(1);
});
