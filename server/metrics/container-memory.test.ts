import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { containerMemory } from './container-memory.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-cgroup-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the files that a kernel provides to a separate folder. */
function rootWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(folder, 'root-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const STAT = 'anon 600\nfile 500\nactive_file 100\ninactive_file 400\n';

test.each<[string, Record<string, string>, object | null]>([
  [
    'a container sees its own group as the root',
    {
      'proc/self/cgroup': '0::/\n',
      'sys/fs/cgroup/memory.current': '1100\n',
      'sys/fs/cgroup/memory.max': '4096\n',
      'sys/fs/cgroup/memory.stat': STAT,
    },
    { usedBytes: 700, limitBytes: 4096 },
  ],
  [
    'a service has a folder, and perhaps no limit',
    {
      'proc/self/cgroup': '0::/system.slice/voltboard.service\n',
      'sys/fs/cgroup/system.slice/voltboard.service/memory.current': '1100\n',
      'sys/fs/cgroup/system.slice/voltboard.service/memory.max': 'max\n',
    },
    { usedBytes: 1100, limitBytes: null },
  ],
  [
    'the first version of control groups has other names',
    {
      'proc/self/cgroup': '5:cpu,cpuacct:/x\n4:memory:/docker/ab\n0::/\n',
      'sys/fs/cgroup/memory/memory.usage_in_bytes': '1100\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/memory/memory.stat': 'inactive_file 1\ntotal_inactive_file 400\n',
    },
    { usedBytes: 700, limitBytes: null },
  ],
  ['another kernel has none', {}, null],
])('%s', async (_name, files, expected) => {
  expect(await containerMemory(rootWith(files))).toEqual(expected);
});
