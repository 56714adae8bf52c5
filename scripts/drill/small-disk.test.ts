import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test.runIf(process.getuid?.() === 0)('unmounts a disk that was not removed when its process exits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = `
    import { readFileSync } from 'node:fs';
    import { mountSmallDisk } from './scripts/drill/small-disk.ts';
    const disk = mountSmallDisk(process.argv[1], 8);
    console.log(disk === null ? 'refused' : readFileSync('/proc/mounts', 'utf8').includes(process.argv[1]));
    process.exit();`;
  const { stdout } = spawnSync('node', ['--import', 'tsx', '--input-type=module', '--eval', mount, folder], {
    encoding: 'utf8',
  });
  expect(['true\n', 'refused\n']).toContain(stdout);
  expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(folder);
  rmdirSync(folder);
});
