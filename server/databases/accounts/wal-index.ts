import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/** The index that SQLite keeps beside its log, for all processes that have the store open. */
export type WalIndex = {
  /** Pages in the log up to the last commit. Written once that commit is on disk, so it never exceeds the log. */
  readonly committed: number;
  /** `carried`: pages of them that are in the file itself, on disk. `begun`: pages that may be partly there. */
  readonly carried: number;
  readonly begun: number;
  /** Identifies the log: each log has other salts. */
  readonly salts: Buffer;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
  readonly bytes: Buffer;
};

const VERSION = 3_007_000;
const HEADER_BYTES = 48;
const CHECKED_BYTES = 40;
const INDEX_BYTES = 2 * HEADER_BYTES + 36;

/** Reads `accounts.sqlite-shm`; null if it is absent or unusable. It is memory of this machine, in its byte order. */
export function readWalIndex(path: string): WalIndex | null {
  if (endianness() !== 'LE') return null;
  const { bytes, writtenAt } = readBeginning(path) ?? { bytes: Buffer.alloc(0), writtenAt: 0 };
  if (bytes.length < INDEX_BYTES) return null;
  // A commit writes the second copy first. The first may describe the previous commit; the new one is not acknowledged
  // yet.
  const header = [0, HEADER_BYTES].map((at) => bytes.subarray(at, at + HEADER_BYTES)).find(isWhole);
  if (header === undefined) return null;
  return {
    committed: header.readUInt32LE(16),
    carried: bytes.readUInt32LE(2 * HEADER_BYTES),
    begun: bytes.readUInt32LE(2 * HEADER_BYTES + 32),
    salts: header.subarray(32, 40),
    writtenAt,
    bytes,
  };
}

/** The file has at least 32 kB; this reads its beginning in one piece. */
function readBeginning(path: string): { readonly bytes: Buffer; readonly writtenAt: number } | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(INDEX_BYTES);
    const read = readSync(file, bytes, 0, INDEX_BYTES, 0);
    return { bytes: bytes.subarray(0, read), writtenAt: fstatSync(file).mtimeMs };
  } finally {
    closeSync(file);
  }
}

function isWhole(header: Buffer): boolean {
  if (header.readUInt32LE(0) !== VERSION || header[12] !== 1) return false;
  let [one, other] = [0, 0];
  for (let at = 0; at < CHECKED_BYTES; at += 8) {
    one = (one + header.readInt32LE(at) + other) | 0;
    other = (other + header.readInt32LE(at + 4) + one) | 0;
  }
  return one === header.readInt32LE(CHECKED_BYTES) && other === header.readInt32LE(CHECKED_BYTES + 4);
}
