import { rmSync, statfsSync, statSync } from 'node:fs';
import { writeWhole } from '../../server/lib/write-whole.ts';
import { isDiskFull } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';

export type DiskGuard = {
  /** Whether there is room for inserts. */
  hasRoom(): boolean;
  /** Runs an insert if there is room for the rows, and frees the ballast if the disk is full. */
  guard<Result>(insert: () => Promise<Result>): Promise<Result>;
  /**
   * Runs an insert of acknowledged rows, even if there is little room. Uses the space of the ballast if no other space
   * is free.
   */
  insist<Result>(insert: () => Promise<Result>): Promise<Result>;
};

/**
 * A block that is written repeatedly to the ballast. Allocating a buffer of the full size would take half of the time
 * that writing the ballast takes, at each start.
 */
const BLOCK = Buffer.alloc(128 * 1024, 1);
const BLOCKS = 64;
const BALLAST_BYTES = BLOCKS * BLOCK.byteLength;
/**
 * Minimum number of free bytes for inserts. They stop before the disk is full, because the engine also needs room to
 * merge and to drop data.
 */
export const DEFAULT_FREE_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;

/**
 * Keeps disk space in reserve. On a full disk, the engine cannot even drop a partition, because it first reserves a
 * megabyte. So the guard keeps 8 MB in a ballast file. It deletes the file when an insert finds the disk full, and
 * writes the file again once there is room (docs/events-store.md#full-disk). While less than `leastFreeBytes` are free,
 * inserts are rejected and reads continue. Everything recovers automatically when space is freed.
 */
export function createDiskGuard(file: string, leastFreeBytes = DEFAULT_FREE_BYTES): DiskGuard {
  const folder = file.slice(0, file.lastIndexOf('/'));
  let lookedAt = Number.NEGATIVE_INFINITY;
  let free = Number.POSITIVE_INFINITY;

  function look(): void {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    const { bavail, bsize } = statfsSync(folder);
    free = bavail * bsize;
    if (free >= leastFreeBytes + 2 * BALLAST_BYTES && !isLaid(file)) layBallast(file);
  }

  /** Runs an insert. If the disk is full, deletes the ballast to make room for later work. */
  async function learn<Result>(insert: () => Promise<Result>): Promise<Result> {
    try {
      return await insert();
    } catch (error) {
      if (isDiskFull(error)) {
        rmSync(file, { force: true });
        lookedAt = Number.NEGATIVE_INFINITY;
      }
      throw error;
    }
  }

  look();
  return {
    hasRoom: () => {
      look();
      return free >= leastFreeBytes;
    },
    guard: async (insert) => {
      look();
      if (free < leastFreeBytes) throw new EventsUnavailableError('The disk of the events store is full.', true);
      return learn(insert);
    },
    insist: async (insert) => {
      try {
        return await learn(insert);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        return insert();
      }
    },
  };
}

const isLaid = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.size === BALLAST_BYTES;

function layBallast(file: string): void {
  try {
    writeWhole(file, Array<Buffer>(BLOCKS).fill(BLOCK));
  } catch {
    rmSync(file, { force: true });
  }
}
