import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginUrgentWork, hasUrgentWork, yieldToUrgentWork } from './urgent-work.ts';

async function workSlowly(steps: number, step: (index: number) => void): Promise<void> {
  for (let index = 0; index < steps; index += 1) {
    await yieldToUrgentWork();
    step(index);
  }
}

test('slow work waits for urgent work, and continues at once when the last urgent work has ended', async () => {
  const [endOne, endOther] = [beginUrgentWork(), beginUrgentWork()];
  const order: string[] = [];
  const slow = workSlowly(1, () => order.push('slow'));
  order.push('one');
  endOne();
  // An end that is reported twice counts once.
  endOne();
  await Promise.resolve();
  order.push('other');
  endOther();
  await slow;
  expect(order).toEqual(['one', 'other', 'slow']);
});

test('slow work continues during urgent work that never ends', async () => {
  const end = beginUrgentWork();
  const done: number[] = [];
  await workSlowly(10, (index) => done.push(index));
  end();
  expect(done).toHaveLength(10);
});

test('urgent work that arrives between two steps of slow work runs before the next step', async () => {
  const order: string[] = [];
  await workSlowly(4, (index) => {
    order.push(`slow ${index}`);
    if (index !== 1) return;
    const end = beginUrgentWork();
    // A response to an outlet takes several turns.
    void (async () => {
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      order.push('urgent');
      end();
    })();
  });
  expect(order).toEqual(['slow 0', 'slow 1', 'urgent', 'slow 2', 'slow 3']);
  expect(hasUrgentWork()).toBe(true);
});
