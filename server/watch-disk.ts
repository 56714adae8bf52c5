import { statfs } from 'node:fs/promises';
import { DEFAULT_FREE_BYTES } from './databases/events/disk-guard.ts';

const MB = 1024 * 1024;
/** Warned below this, or below a tenth of a small disk (security I11). */
const LOW_BYTES = 1024 * MB;

export type DiskRoom = { readonly freeBytes: number; readonly totalBytes: number };
type State = 'roomy' | 'low' | 'full';

export type DiskWatch = {
  /** What the operator has to be told now: a line when the disk became low or full, or has room again; else null. */
  look(): Promise<string | null>;
};

/** Says in time that the disk of a folder runs full: below `DEFAULT_FREE_BYTES` events are refused and reading goes on. */
export function createDiskWatch(folder: string, roomOf: (folder: string) => Promise<DiskRoom> = diskRoom): DiskWatch {
  let state: State = 'roomy';
  return {
    look: async () => {
      const room = await roomOf(folder);
      const before = state;
      state = stateOf(room);
      return state === before ? null : `The disk of ${folder} ${WORDS[state](Math.floor(room.freeBytes / MB))}`;
    },
  };
}

const WORDS: Readonly<Record<State, (freeMb: number) => string>> = {
  roomy: (freeMb) => `has room again: ${freeMb} MB are free.`,
  low: (freeMb) =>
    `is nearly full: ${freeMb} MB are free, events are refused below ${DEFAULT_FREE_BYTES / MB} MB. Free some space.`,
  full: (freeMb) =>
    `is full: ${freeMb} MB are free, so events are refused until there is space again; reading goes on. Free some space.`,
};

function stateOf({ freeBytes, totalBytes }: DiskRoom): State {
  if (freeBytes < DEFAULT_FREE_BYTES) return 'full';
  return freeBytes < Math.max(Math.min(LOW_BYTES, totalBytes / 10), 2 * DEFAULT_FREE_BYTES) ? 'low' : 'roomy';
}

async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
