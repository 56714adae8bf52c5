import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** Creates work that runs until the test ends it. */
function createWork(started: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = async () => {
    started.push(name);
    await ended;
    return name;
  };
  return { run, end: () => end() };
}

test('starts batches in order while capacity remains, and no batch overtakes a large one', async () => {
  const started: string[] = [];
  const { admit } = createAdmission(1_000, 10);
  const [first, large, small] = ['first', 'large', 'small'].map((name) => createWork(started, name));
  const results = [admit(6, first?.run ?? fail), admit(25, large?.run ?? fail), admit(1, small?.run ?? fail)];
  await Promise.resolve();
  expect(started).toEqual(['first']);
  first?.end();
  await results[0];
  await Promise.resolve();
  expect(started).toEqual(['first', 'large']);
  large?.end();
  small?.end();
  expect(await Promise.all(results)).toEqual(['first', 'large', 'small']);
});

test('admits nothing above the limit, and frees the capacity after a failure', async () => {
  const { admit } = createAdmission(10, 10);
  const work = createWork([], 'work');
  const first = admit(8, work.run);
  await expect(admit(3, fail)).rejects.toMatchObject({ statusCode: 429, retryAfterSeconds: 2 });
  work.end();
  await first;
  await expect(admit(50, fail)).rejects.toThrow('failed');
  expect(await admit(3, async () => 'taken')).toBe('taken');
});

test('closing waits for admitted work, including work that has not started', async () => {
  const { admit, close } = createAdmission(100, 1);
  const started: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => createWork(started, name));
  const admitted = [admit(1, first?.run ?? fail), admit(1, second?.run ?? fail)];
  const closed = close();
  await expect(admit(1, fail)).rejects.toMatchObject({ statusCode: 503 });
  first?.end();
  second?.end();
  await closed;
  expect(await Promise.all(admitted)).toEqual(['first', 'second']);
});

const fail = (): Promise<never> => Promise.reject(new Error('failed'));
