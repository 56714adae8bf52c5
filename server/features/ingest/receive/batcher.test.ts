import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

function createDoubler(limits: { enough: number; largest: number }) {
  const groups: number[][] = [];
  let active = 0;
  let mostActive = 0;
  const runner = createBatcher<number, number>({
    sizeOf: (size) => size,
    ...limits,
    gatherMs: 1,
    runGroup: async (jobs) => {
      active += 1;
      mostActive = Math.max(mostActive, active);
      groups.push([...jobs]);
      await new Promise(setImmediate);
      active -= 1;
      if (jobs.includes(13)) throw new Error('unlucky');
      return jobs.map((job) => job * 2);
    },
  });
  return { runner, groups, mostActive: () => mostActive };
}

test('concurrent jobs share a group, groups run sequentially, and each job gets its own result', async () => {
  const { runner, groups, mostActive } = createDoubler({ enough: 100, largest: 100 });
  expect(await Promise.all([1, 2, 3].map((job) => runner.run(job)))).toEqual([2, 4, 6]);
  expect(groups).toEqual([[1, 2, 3]]);
  expect(mostActive()).toBe(1);
});

test('a full group starts immediately, and the next group takes later jobs up to its limit', async () => {
  const { runner, groups, mostActive } = createDoubler({ enough: 5, largest: 8 });
  await Promise.all([5, 4, 4, 1].map((job) => runner.run(job)));
  expect(groups).toEqual([[5], [4, 4], [1]]);
  expect(mostActive()).toBe(1);
});

test('a job larger than the limit runs alone', async () => {
  const { runner, groups } = createDoubler({ enough: 5, largest: 8 });
  await Promise.all([9, 1].map((job) => runner.run(job)));
  expect(groups).toEqual([[9], [1]]);
});

test('a failure reaches every job of its group and no other', async () => {
  const { runner } = createDoubler({ enough: 1, largest: 14 });
  const results = await Promise.allSettled([1, 13, 1, 7].map((job) => runner.run(job)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
});

test('idle waits for queued and running jobs', async () => {
  const { runner, groups } = createDoubler({ enough: 100, largest: 100 });
  const job = runner.run(3);
  await runner.idle();
  expect(groups).toEqual([[3]]);
  expect(await job).toBe(6);
});
