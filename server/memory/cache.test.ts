import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

/** Creates computations that wait until the test releases them. */
function controlled() {
  const waiting: ((value: number) => void)[] = [];
  let started = 0;
  const compute = () => {
    started += 1;
    return new Promise<number>((resolve) => waiting.push(resolve));
  };
  return { compute, started: () => started, finish: (value: number) => waiting.shift()?.(value) };
}
const turn = () => new Promise(setImmediate);

test('concurrent calls share one computation', async () => {
  const answers = createCache<number>({ maxAgeMs: 1000, most: 10 });
  const work = controlled();
  const calls = Array.from({ length: 10 }, () => answers.get('a', () => 0, work.compute));
  work.finish(7);
  expect(await Promise.all(calls)).toEqual(Array(10).fill(7));
  expect(work.started()).toBe(1);
});

test('a caller after a change never gets an answer that was started before it', async () => {
  const answers = createCache<number>({ maxAgeMs: 1000, most: 10 });
  const work = controlled();
  let version = 0;
  const before = answers.get('a', () => version, work.compute);
  version = 1;
  const after = [1, 2, 3].map(() => answers.get('a', () => version, work.compute));
  expect(work.started()).toBe(1);
  work.finish(1);
  expect(await before).toBe(1);
  await turn();
  expect(work.started()).toBe(2);
  work.finish(2);
  expect(await Promise.all(after)).toEqual([2, 2, 2]);
  expect(await answers.get('a', () => version, work.compute)).toBe(2);
});

test('recomputes an answer that is too old, and does not keep a failed one', async () => {
  const old = createCache<number>({ maxAgeMs: 0, most: 10 });
  let count = 0;
  const compute = async () => ++count;
  expect([await old.get('a', () => 0, compute), await old.get('a', () => 0, compute)]).toEqual([1, 2]);
  const answers = createCache<number>({ maxAgeMs: 1000, most: 10 });
  await expect(
    answers.get(
      'a',
      () => 0,
      () => Promise.reject(new Error('down')),
    ),
  ).rejects.toThrow('down');
  expect(
    await answers.get(
      'a',
      () => 0,
      async () => 5,
    ),
  ).toBe(5);
});

test('keys are separate, and the least recently used ones are evicted', async () => {
  const answers = createCache<string>({ maxAgeMs: 1000, most: 2 });
  for (const key of ['a', 'b', 'a', 'c'])
    await answers.get(
      key,
      () => 0,
      async () => key,
    );
  expect(await answers.peek('a', 0)).toBe('a');
  expect(answers.peek('b', 0)).toBeUndefined();
  expect(await answers.peek('c', 0)).toBe('c');
});
