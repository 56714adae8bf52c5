import { expect, test } from 'vitest';
import { batchKeys } from './batch-keys.ts';

test('reads keys requested in one tick together, and reads later keys again', async () => {
  const asked: (readonly string[])[] = [];
  const find = batchKeys(async (keys: readonly string[]) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]));
  });
  expect(await Promise.all([find('a'), find('bb'), find('none'), find('a')])).toEqual([1, 2, undefined, 1]);
  expect(await find('a')).toBe(1);
  expect(asked).toEqual([['a', 'bb', 'none'], ['a']]);
});

test('a failed read fails its callers, and no later ones', async () => {
  let fails = true;
  const find = batchKeys(async (keys: readonly string[]) => {
    if (fails) throw new Error('away');
    return new Map(keys.map((key) => [key, true]));
  });
  const both = await Promise.allSettled([find('a'), find('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await find('a')).toBe(true);
});
