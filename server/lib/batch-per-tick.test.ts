import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchPerTick } from './batch-per-tick.ts';

test('callers within a tick share one batch, each with its own result, and later callers start a new batch', async () => {
  const asked: number[][] = [];
  const double = batchPerTick<number, number>(async (items) => {
    asked.push([...items]);
    await nextTurn();
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  });
  const first = Promise.all([double(1), double(2)]);
  await nextTurn();
  await nextTurn();
  const failing = Promise.allSettled([double(13), double(4)]);
  expect(await first).toEqual([2, 4]);
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(5)).toBe(10);
  expect(asked).toEqual([[1, 2], [13, 4], [5]]);
});
