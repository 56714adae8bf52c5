import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const patient = new AbortController().signal;

test('so many go through at once, so many wait in order, the next is turned away', async () => {
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

test('who gives up while waiting leaves the place to others', async () => {
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
