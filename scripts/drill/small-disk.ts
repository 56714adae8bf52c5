import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** A separate disk in memory, which can be filled without writing to it. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves `freeBytes` bytes free, at least 1 MB. */
  fill(freeBytes: number): void;
  /** Frees all the space again. */
  empty(): void;
  remove(): void;
};

const MB = 1024 * 1024;
const TRIES = 50;

/**
 * Mounts a small disk, which is unmounted when this process exits. Returns null if the process may not mount disks,
 * which requires root. The folder is then an ordinary folder, and the drill cannot simulate a full disk.
 */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const resize = (bytes: number) =>
    execFileSync('mount', ['-o', `remount,size=${Math.ceil(bytes / 4096) * 4096}`, folder], { stdio: 'pipe' });
  const unmount = () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  process.once('exit', unmount);
  return {
    folder,
    fill(freeBytes) {
      for (let left = TRIES; ; left -= 1) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        try {
          return void resize((blocks - bfree) * bsize + Math.max(freeBytes, MB));
        } catch (error) {
          // Another process wrote more meanwhile, and a disk cannot be smaller than its content.
          if (left === 0) throw error;
        }
      }
    },
    empty: () => void resize(megabytes * MB),
    remove: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}
