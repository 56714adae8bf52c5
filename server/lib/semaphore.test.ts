import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const patient = new AbortController().signal;

test('admits up to the limit, queues up to its limit in order, and rejects the next', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waiting: 2 });
  const order: string[] = [];
  const first = await semaphore.enter(patient);
  const second = semaphore.enter(patient).then((leave) => {
    order.push('second');
    return leave;
  });
  const third = semaphore.enter(patient).then((leave) => {
    order.push('third');
    return leave;
  });
  expect(await semaphore.enter(patient)).toBeNull();
  expect(order).toEqual([]);
  first?.();
  first?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(['second', 'third']);
  expect(await semaphore.enter(patient)).not.toBeNull();
});

test('a caller that gives up while waiting frees its place', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waiting: 1 });
  const first = await semaphore.enter(patient);
  const hasty = new AbortController();
  const waiting = semaphore.enter(hasty.signal);
  hasty.abort();
  await expect(waiting).rejects.toThrow();
  const second = semaphore.enter(patient);
  first?.();
  expect(await second).not.toBeNull();
});
