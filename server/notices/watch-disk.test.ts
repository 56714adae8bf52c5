import { expect, test } from 'vitest';
import { createDiskWatch } from './watch-disk.ts';

const MB = 1024 * 1024;
const notices = { raise: async () => {}, end: async () => {} };
const DATA = { folder: '/data', hasEvents: true, notices };

test('logs once when the disk becomes low, full, and when it has space again', async () => {
  let freeMb = 5_000;
  const watch = createDiskWatch(DATA, async () => ({ freeBytes: freeMb * MB, totalBytes: 100_000 * MB }));
  const told: (string | null)[] = [];
  for (freeMb of [5_000, 1_000, 1_030, 900, 63, 70, 10, 500, 2_000]) told.push(await watch.look());
  expect(told).toEqual([
    null,
    'The disk with /data is almost full: 1000 MB free. Below 64 MB, events are refused. Free some space.',
    null,
    null,
    'The disk with /data is full: 63 MB free. Events are refused until there is enough space; figures stay available. Free some space.',
    null,
    null,
    expect.stringContaining('almost full: 500 MB'),
    'The disk with /data has enough free space again: 2000 MB.',
  ]);
});

test('shows a notice to administrators while the disk is low or full', async () => {
  let freeMb = 5_000;
  let notice: string | null = 'of an earlier run';
  const book = {
    raise: async (_kind: string, text: string) => {
      notice = text;
    },
    end: async () => {
      notice = null;
    },
  };
  const watch = createDiskWatch({ ...DATA, notices: book }, async () => ({
    freeBytes: freeMb * MB,
    totalBytes: 100_000 * MB,
  }));
  const told: (string | null)[] = [];
  for (freeMb of [5_000, 900, 800, 10, 2_000]) {
    await watch.look();
    told.push(notice);
  }
  expect(told).toEqual([
    null,
    expect.stringContaining('almost full: 900 MB'),
    expect.stringContaining('almost full: 800 MB'),
    expect.stringContaining('is full: 10 MB'),
    null,
  ]);
});

test('a small disk is low at a tenth, but always before events are rejected', async () => {
  const first = (freeMb: number, totalMb: number) =>
    createDiskWatch(DATA, async () => ({ freeBytes: freeMb * MB, totalBytes: totalMb * MB })).look();
  expect(await first(450, 4_000)).toBe(null);
  expect(await first(350, 4_000)).toMatch(/almost full/);
  expect(await first(120, 200)).toMatch(/almost full/);
  expect(await first(50, 200)).toMatch(/is full/);
});

test('does not mention events that are stored elsewhere', async () => {
  const room = async () => ({ freeBytes: 50 * MB, totalBytes: 100_000 * MB });
  expect(await createDiskWatch({ ...DATA, hasEvents: false }, room).look()).toBe(
    'The disk with /data is full: 50 MB free. Free some space.',
  );
});

test('reads a real folder, and fails for a missing one', async () => {
  const look = (folder: string) => createDiskWatch({ ...DATA, folder }).look();
  await look(import.meta.dirname);
  await expect(look('/nowhere/at/all')).rejects.toThrow('ENOENT');
});
