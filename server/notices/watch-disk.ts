import { statfs } from 'node:fs/promises';
import { DEFAULT_FREE_BYTES } from '#event-store/operations.ts';
import type { Notices } from './create-notices.ts';

const MB = 1024 * 1024;
/**
 * Free space below which the watch warns. On a small disk, this threshold is a tenth of the disk instead
 * (docs/threat-model.md#i11).
 */
const LOW_BYTES = 1024 * MB;
/**
 * How far the free space must rise above a state's threshold before the state ends. The engine's own work makes the
 * free space fluctuate.
 */
const SWING_BYTES = 32 * MB;

export type DiskRoom = { readonly freeBytes: number; readonly totalBytes: number };
type State = 'roomy' | 'low' | 'full';

export type DiskWatch = {
  /**
   * Returns a log line if the disk became full or low on space, or has enough space again; otherwise null. Shows a
   * notice to administrators while the disk is full or low on space.
   */
  look(): Promise<string | null>;
};

type Watched = {
  readonly folder: string;
  /**
   * Whether the folder contains the events. If so, new events are rejected while less than `DEFAULT_FREE_BYTES` are
   * free, and reads continue.
   */
  readonly hasEvents: boolean;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
};

/** Creates a watch that warns before a folder's disk is full. */
export function createDiskWatch(
  { folder, hasEvents, notices }: Watched,
  roomOf: (folder: string) => Promise<DiskRoom> = diskRoom,
): DiskWatch {
  const words = hasEvents ? EVENT_WORDS : WORDS;
  let state: State = 'roomy';
  return {
    look: async () => {
      const room = await roomOf(folder);
      const before = state;
      state = stateOf(room, before);
      const line = `The disk with ${folder} ${words[state](Math.floor(room.freeBytes / MB))}`;
      if (state === 'roomy') await notices.end('disk');
      else await notices.raise('disk', line);
      return state === before ? null : line;
    },
  };
}

type Words = Readonly<Record<State, (freeMb: number) => string>>;

const WORDS: Words = {
  roomy: (freeMb) => `has enough free space again: ${freeMb} MB.`,
  low: (freeMb) => `is almost full: ${freeMb} MB free. Free some space.`,
  full: (freeMb) => `is full: ${freeMb} MB free. Free some space.`,
};

const EVENT_WORDS: Words = {
  roomy: WORDS.roomy,
  low: (freeMb) =>
    `is almost full: ${freeMb} MB free. Below ${DEFAULT_FREE_BYTES / MB} MB, events are refused. Free some space.`,
  full: (freeMb) =>
    `is full: ${freeMb} MB free. Events are refused until there is enough space; figures stay available. Free some space.`,
};

function stateOf({ freeBytes, totalBytes }: DiskRoom, before: State): State {
  const swing = (from: State) => (before === from ? SWING_BYTES : 0);
  if (freeBytes < DEFAULT_FREE_BYTES + swing('full')) return 'full';
  const lowBytes = Math.max(Math.min(LOW_BYTES, totalBytes / 10), 2 * DEFAULT_FREE_BYTES);
  return freeBytes < lowBytes + swing('low') ? 'low' : 'roomy';
}

/** Returns the free and total bytes on the folder's disk. */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
