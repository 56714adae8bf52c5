import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../write-whole.ts';

/** What of a journal file was acknowledged: so many bytes from its beginning, so many rows. */
export type Acknowledged = { readonly length: number; readonly rows: number };

/**
 * Remembers beside the journal's files how much of each was acknowledged, by which a start tells rows that are missing from an append
 * that was cut off before anybody was told of it. It costs no sync: a power cut may take what was noted last, which only leaves less
 * to compare with. It never says more than was on disk before.
 */
export type JournalMark = {
  /** As it was when this was opened; nothing where that cannot be read. */
  found(at: number): Acknowledged;
  /** Of rows that are on disk. Written in a moment, by whatever stays of several at once the newest. */
  note(at: number, acknowledged: Acknowledged): void;
  /** On disk when it resolves: nothing is said of the file any more, so that it may be emptied. */
  forget(at: number): Promise<void>;
  close(): Promise<void>;
};

const NOTHING: Acknowledged = { length: 0, rows: 0 };
const CHECK_BYTES = 4;
const SLOT_BYTES = 8 + 4 + CHECK_BYTES;

/** Opens the file at `path`, which is made where it is missing, for the journal's files of numbers below `files`. */
export async function openJournalMark(path: string, files: number): Promise<JournalMark> {
  const isNew = !existsSync(path);
  const file = await open(path, isNew ? 'w+' : 'r+', 0o600);
  if (isNew) syncFolder(dirname(path));
  const bytes = Buffer.alloc(files * SLOT_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  // Its room is taken now: what is written later must go where a disk has become full.
  if (bytesRead < bytes.length) await file.write(bytes, 0, bytes.length, 0).catch(() => undefined);
  const found = Array.from({ length: files }, (_, at) => readSlot(bytes.subarray(at * SLOT_BYTES), at));
  const wanted = new Map<number, Acknowledged>();
  /** Those of which something may be said on disk. */
  const told = new Set([...found.keys()].filter((at) => found[at] !== NOTHING));
  let writing: Promise<void> | null = null;

  const write = (at: number, acknowledged: Acknowledged) =>
    file.write(slotOf(acknowledged, at), 0, SLOT_BYTES, at * SLOT_BYTES);

  async function writeWanted(): Promise<void> {
    for (let next = wanted.entries().next(); !next.done; next = wanted.entries().next()) {
      const [at, acknowledged] = next.value;
      wanted.delete(at);
      // What cannot be noted is not compared: the rows themselves are on disk.
      await write(at, acknowledged).catch(() => undefined);
    }
    writing = null;
  }

  return {
    found: (at) => found[at] ?? NOTHING,
    note: (at, acknowledged) => {
      wanted.set(at, acknowledged);
      told.add(at);
      writing ??= writeWanted();
    },
    forget: async (at) => {
      wanted.delete(at);
      await writing;
      if (!told.has(at)) return;
      await write(at, NOTHING);
      await file.datasync();
      told.delete(at);
    },
    close: async () => {
      await writing;
      await file.close();
    },
  };
}

const checkOf = (values: Uint8Array, at: number): Buffer =>
  createHash('sha256').update(values).update(`${at}`).digest().subarray(0, CHECK_BYTES);

function slotOf({ length, rows }: Acknowledged, at: number): Buffer {
  const values = Buffer.alloc(SLOT_BYTES - CHECK_BYTES);
  values.writeBigUInt64LE(BigInt(length));
  values.writeUInt32LE(rows, 8);
  return Buffer.concat([values, checkOf(values, at)]);
}

function readSlot(bytes: Buffer, at: number): Acknowledged {
  const values = bytes.subarray(0, SLOT_BYTES - CHECK_BYTES);
  if (!checkOf(values, at).equals(bytes.subarray(values.length, SLOT_BYTES))) return NOTHING;
  return { length: Number(values.readBigUInt64LE()), rows: values.readUInt32LE(8) };
}
