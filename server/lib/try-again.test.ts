import { expect, test } from 'vitest';
import { tryAgain } from './try-again.ts';

const pauses = { firstMs: 1, longestMs: 4 };

/** Fails so often before it succeeds. */
function failing(times: number) {
  const told: unknown[] = [];
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries <= times) throw new Error(`${tries}`);
  };
  const run = async (isStopping = () => false) => {
    await tryAgain(work, { fails: (error) => told.push((error as Error).message), isStopping, pauses });
    return { tries, told };
  };
  return run;
}

test('what fails is tried again until it is done', async () => {
  expect(await failing(0)()).toEqual({ tries: 1, told: [] });
  expect(await failing(2)()).toEqual({ tries: 3, told: ['1', '2'] });
});

test('what always fails is given up, each failure told', async () => {
  expect(await failing(9)()).toEqual({ tries: 4, told: ['1', '2', '3', '4'] });
});

test('a server that stops tries nothing again and tells nothing', async () => {
  expect(await failing(9)(() => true)).toEqual({ tries: 1, told: [] });
});
