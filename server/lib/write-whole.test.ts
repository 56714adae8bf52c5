import disk, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { writeWhole } from './write-whole.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-whole-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('writes and replaces a file atomically, for its owner only, and leaves nothing beside it', () => {
  const path = join(folder, 'kept');
  writeWhole(path, 'first');
  writeWhole(path, Buffer.alloc(100_000, 1));
  expect(statSync(path).size).toBe(100_000);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeWhole(path, [Buffer.from('in '), Buffer.alloc(0), Buffer.from('parts')]);
  expect(readFileSync(path, 'utf8')).toBe('in parts');
  writeWhole(path, '');
  expect(readFileSync(path, 'utf8')).toBe('');
  expect(readdirSync(folder)).toEqual(['kept']);
});

test('only the first call writes a new file', () => {
  const path = join(folder, 'secret');
  writeWhole(path, 'mine', { isNew: true });
  expect(() => writeWhole(path, 'yours', { isNew: true })).toThrow(/EEXIST/);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['kept', 'secret']);
});

test('a failed write leaves the existing entry unchanged', () => {
  const path = join(folder, 'of-another-kind');
  mkdirSync(path);
  expect(() => writeWhole(path, 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(folder)).toEqual(['kept', 'of-another-kind', 'secret']);
});

/** Records the disk operations until the test ends, in order. */
function noteSteps(): string[] {
  const steps: string[] = [];
  const { fsyncSync, linkSync, renameSync, writeSync } = disk;
  const noted = <Work extends (...given: never[]) => unknown>(name: (handle: number) => string, work: Work) =>
    ((...given: never[]) => {
      steps.push(name(given[0] ?? 0));
      return work(...given);
    }) as Work;
  disk.writeSync = noted(() => 'write', writeSync);
  disk.fsyncSync = noted((handle) => (disk.fstatSync(handle).isDirectory() ? 'sync folder' : 'sync file'), fsyncSync);
  disk.renameSync = noted(() => 'rename', renameSync);
  disk.linkSync = noted(() => 'link', linkSync);
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(disk, { fsyncSync, linkSync, renameSync, writeSync });
    syncBuiltinESMExports();
  });
  return steps;
}

test('syncs the content before the rename, and the folder before it returns', () => {
  const steps = noteSteps();
  writeWhole(join(folder, 'kept'), 'again');
  expect(steps.splice(0)).toEqual(['write', 'sync file', 'rename', 'sync folder']);
  writeWhole(join(folder, 'another'), 'new', { isNew: true });
  expect(steps).toEqual(['write', 'sync file', 'link', 'sync folder']);
});
