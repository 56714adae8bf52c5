import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const patient = new AbortController().signal;

test('so many go through at once, so many wait in order, the next is turned away', async () => {
  const turnstile = createTurnstile({ atOnce: 1, waiting: 2 });
  const order: string[] = [];
  const first = await turnstile.enter(patient);
  const second = turnstile.enter(patient).then((leave) => {
    order.push('second');
    return leave;
  });
  const third = turnstile.enter(patient).then((leave) => {
    order.push('third');
    return leave;
  });
  expect(await turnstile.enter(patient)).toBeNull();
  expect(order).toEqual([]);
  first?.();
  first?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(['second', 'third']);
  expect(await turnstile.enter(patient)).not.toBeNull();
});

test('who gives up while waiting leaves the place to others', async () => {
  const turnstile = createTurnstile({ atOnce: 1, waiting: 1 });
  const first = await turnstile.enter(patient);
  const hasty = new AbortController();
  const waiting = turnstile.enter(hasty.signal);
  hasty.abort();
  await expect(waiting).rejects.toThrow();
  const second = turnstile.enter(patient);
  first?.();
  expect(await second).not.toBeNull();
});
