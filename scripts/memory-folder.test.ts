import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const SCRIPT = `import { existsSync } from 'node:fs';
import { makeMemoryFolder } from './scripts/memory-folder.mjs';
const folder = makeMemoryFolder();
console.log(JSON.stringify({ folder, isThere: folder !== null && existsSync(folder) }));`;

test.skipIf(!existsSync('/dev/shm'))('deletes the folder in memory at the end of its run, or in the next one', () => {
  // The id of a process that has ended.
  const { pid } = spawnSync('true');
  const left = `/dev/shm/voltboard-tests-${pid}-left`;
  mkdirSync(left);
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8' });
  const { folder, isThere } = JSON.parse(stdout) as { folder: string | null; isThere: boolean };
  expect(existsSync(left)).toBe(false);
  expect([isThere, existsSync(folder ?? '')]).toEqual([folder !== null, false]);
});
