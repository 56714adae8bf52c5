import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** A disk of its own in memory, which can be made full without writing to it. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves so many bytes free. */
  fill(freeBytes: number): void;
  /** Gives all the room back. */
  empty(): void;
  remove(): void;
};

const MB = 1024 * 1024;
const TRIES = 50;

/**
 * Null where mounting is not allowed (it takes root): then a full disk cannot be played, and the folder is an ordinary one. What
 * is not removed leaves with this process.
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
          // More than the rest was written meanwhile: smaller than what is on it no disk can be made.
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
