import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;
const NAME = /^voltboard-tests-(\d+)-/;

/**
 * Creates a folder in memory for test stores, which spend much of their time waiting for a disk. Returns null if there
 * is too little memory. The tests kill processes, never the machine, so their data does not need a disk. The folder is
 * deleted when this process exits.
 */
export function makeMemoryFolder() {
  if (!existsSync(MEMORY)) return null;
  for (const name of readdirSync(MEMORY))
    if (isLeft(name)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, process.availableMemory()) < ROOM_BYTES) return null;
  const folder = mkdtempSync(join(MEMORY, `voltboard-tests-${process.pid}-`));
  // PostgreSQL's user needs to traverse it.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  return folder;
}

/** Whether the folder is left over from a run that was killed. */
function isLeft(name) {
  const pid = NAME.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch ({ code }) {
    return code === 'ESRCH';
  }
}
