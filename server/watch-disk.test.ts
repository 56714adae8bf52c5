import { expect, test } from 'vitest';
import { createDiskWatch } from './watch-disk.ts';

const MB = 1024 * 1024;

test('the operator is told once when the disk becomes low, full, and when it has room again', async () => {
  let freeMb = 5_000;
  const watch = createDiskWatch('/data', async () => ({ freeBytes: freeMb * MB, totalBytes: 100_000 * MB }));
  const told: (string | null)[] = [];
  for (freeMb of [5_000, 1_000, 900, 63, 10, 500, 2_000]) told.push(await watch.look());
  expect(told).toEqual([
    null,
    'The disk of /data is nearly full: 1000 MB are free, events are refused below 64 MB. Free some space.',
    null,
    'The disk of /data is full: 63 MB are free, so events are refused until there is space again; reading goes on. Free some space.',
    null,
    expect.stringContaining('nearly full: 500 MB'),
    'The disk of /data has room again: 2000 MB are free.',
  ]);
});

test('a small disk is low at a tenth, but never before events are refused', async () => {
  const first = (freeMb: number, totalMb: number) =>
    createDiskWatch('/data', async () => ({ freeBytes: freeMb * MB, totalBytes: totalMb * MB })).look();
  expect(await first(450, 4_000)).toBe(null);
  expect(await first(350, 4_000)).toMatch(/nearly full/);
  expect(await first(120, 200)).toMatch(/nearly full/);
  expect(await first(50, 200)).toMatch(/is full/);
});

test('a real folder has room or says how much', async () => {
  const told = await createDiskWatch(import.meta.dirname).look();
  expect(told ?? 'roomy').toMatch(/^roomy$|\d+ MB are free/);
});
