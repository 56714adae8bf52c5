import { expect, test } from 'vitest';
import { createWorkerPool } from './worker-pool.ts';

test('long work occupies one worker, the others stay free for new runs, and the pool never has more workers', async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = 0;
  const run = createWorkerPool(2, async () => {
    begun += 1;
    if (begun === 1) await held;
  });
  const first = run();
  // By then, the other worker of this run has ended.
  await new Promise(setImmediate);
  await run();
  await run();
  expect(begun).toBe(4);
  letGo();
  await first;
  await run();
  expect(begun).toBe(6);
});

test('a worker that fails lets the others end, and is free again', async () => {
  let ended = 0;
  const run = createWorkerPool(3, async () => {
    ended += 1;
    if (ended === 1) throw new Error('the first fails');
  });
  await expect(run()).rejects.toThrow('the first fails');
  expect(ended).toBe(3);
  await run();
  expect(ended).toBe(6);
});
