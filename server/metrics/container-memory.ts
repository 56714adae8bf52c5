import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type ContainerMemory = {
  /** Excludes the file cache that the kernel drops when it needs memory. */
  readonly usedBytes: number;
  readonly limitBytes: number | null;
};

/** The smallest number that version 1 of control groups writes for "no limit". */
const NO_LIMIT = 2 ** 60;

/** Returns the memory use and limit of this process's control group, or null if there is no control group. */
export async function containerMemory(root = '/'): Promise<ContainerMemory | null> {
  const read = (...path: string[]) => readFile(join(root, ...path), 'utf8').catch(() => null);
  const groups = (await read('proc/self/cgroup'))?.trim().split('\n') ?? [];
  for (const line of groups) {
    const [, controllers = '', path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const isOne = controllers.split(',').includes('memory');
    if (controllers !== '' && !isOne) continue;
    const mount = isOne ? 'sys/fs/cgroup/memory' : 'sys/fs/cgroup';
    const names = isOne
      ? { used: 'memory.usage_in_bytes', limit: 'memory.limit_in_bytes', idle: /^total_inactive_file (\d+)$/m }
      : { used: 'memory.current', limit: 'memory.max', idle: /^inactive_file (\d+)$/m };
    // A container sees its own group as the root.
    for (const place of new Set([path, '/'])) {
      const used = await read(mount, place, names.used);
      if (used === null) continue;
      const [limit, stat] = [await read(mount, place, names.limit), await read(mount, place, 'memory.stat')];
      const idle = Number(names.idle.exec(stat ?? '')?.[1] ?? 0);
      const most = Number(limit ?? Number.NaN);
      return { usedBytes: Math.max(0, Number(used) - idle), limitBytes: most < NO_LIMIT ? most : null };
    }
  }
  return null;
}
