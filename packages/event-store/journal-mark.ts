import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../server/lib/write-whole.ts';

/** How much of a journal file was acknowledged: bytes and rows from its start. */
export type Acknowledged = { readonly length: number; readonly rows: number };

/**
 * Records, next to the journal's files, how much of each was acknowledged. A start uses it to distinguish missing rows
 * from an interrupted append that was never acknowledged. It costs no sync: a power cut may lose the newest record,
 * which only leaves less to compare. It never records more than was on disk before.
 */
export type JournalMark = {
  /** The record when this was opened; nothing if it cannot be read. */
  found(at: number): Acknowledged;
  /**
   * Records rows that are on disk. Written in the background; of several pending records of a file only the newest is
   * written.
   */
  note(at: number, acknowledged: Acknowledged): void;
  /** Resolves once the record's removal is on disk, so that the file may be emptied. */
  forget(at: number): Promise<void>;
  close(): Promise<void>;
};

const NOTHING: Acknowledged = { length: 0, rows: 0 };
const CHECK_BYTES = 4;
const SLOT_BYTES = 8 + 4 + CHECK_BYTES;

/** Opens the mark file at `path`, and creates it if missing, for the journal's files of numbers below `files`. */
export async function openJournalMark(path: string, files: number): Promise<JournalMark> {
  const isNew = !existsSync(path);
  const file = await open(path, isNew ? 'w+' : 'r+', 0o600);
  if (isNew) syncFolder(dirname(path));
  const bytes = Buffer.alloc(files * SLOT_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  // Allocate its space now: later writes must succeed even on a full disk.
  if (bytesRead < bytes.length) await file.write(bytes, 0, bytes.length, 0).catch(() => undefined);
  const found = Array.from({ length: files }, (_, at) => readSlot(bytes.subarray(at * SLOT_BYTES), at));
  const wanted = new Map<number, Acknowledged>();
  /** Files that may have a record on disk. */
  const told = new Set([...found.keys()].filter((at) => found[at] !== NOTHING));
  let writing: Promise<void> | null = null;

  const write = (at: number, acknowledged: Acknowledged) =>
    file.write(slotOf(acknowledged, at), 0, SLOT_BYTES, at * SLOT_BYTES);

  async function writeWanted(): Promise<void> {
    for (let next = wanted.entries().next(); !next.done; next = wanted.entries().next()) {
      const [at, acknowledged] = next.value;
      wanted.delete(at);
      // A failed record only leaves less to compare: the rows themselves are on disk.
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
