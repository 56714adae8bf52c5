import { expect, test } from 'vitest';
import { createKeptWith, keptWith } from './kept-with.ts';

test('computes once for the same objects in the same order', () => {
  let computed = 0;
  const kept = createKeptWith<number>();
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

test('keeps what is nothing too', () => {
  let computed = 0;
  const kept = keptWith((_key: object) => {
    computed += 1;
    return undefined;
  });
  const key = {};
  kept(key);
  kept(key);

  expect(computed).toBe(1);
});
