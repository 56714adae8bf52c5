import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/** The content that SQLite would find in its log if it read the log again. */
export type WriteAheadLog = {
  /** Number of pages up to the last commit before the first damaged or missing page. */
  readonly committed: number;
  /** The log's salts; null without a valid header. SQLite treats a log without a valid header as empty. */
  readonly salts: Buffer | null;
  readonly isEmpty: boolean;
  readonly header: Buffer;
};

const HEADER_BYTES = 32;
const FRAME_BYTES = 24;
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;

/** Reads `accounts.sqlite-wal` as SQLite does after a crash: page by page, until a checksum is wrong. */
export function readWriteAheadLog(path: string): WriteAheadLog {
  if (!existsSync(path)) return { committed: 0, salts: null, isEmpty: true, header: Buffer.alloc(0) };
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const header = bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
    const sums = beginningOf(header);
    if (sums === null) return { committed: 0, salts: null, isEmpty: header.length === 0, header };
    return { committed: countCommitted(file, header, sums), salts: header.subarray(16, 24), isEmpty: false, header };
  } finally {
    closeSync(file);
  }
}

type Sums = { one: number; other: number };

/**
 * Returns the header's checksum, from which the checksum of the first page is computed; null if the header is invalid.
 */
function beginningOf(header: Buffer): Sums | null {
  if (header.length < HEADER_BYTES) return null;
  if ((header.readUInt32BE(0) & ~1) >>> 0 !== MAGIC || header.readUInt32BE(4) !== VERSION) return null;
  const sums = { one: 0, other: 0 };
  addTo(sums, header.subarray(0, 24), isBigEndian(header));
  return isSum(sums, header, 24) ? sums : null;
}

function countCommitted(file: number, header: Buffer, sums: Sums): number {
  const frame = Buffer.alloc(FRAME_BYTES + header.readUInt32BE(8));
  const isBig = isBigEndian(header);
  let committed = 0;
  for (let pages = 1, at = HEADER_BYTES; readSync(file, frame, 0, frame.length, at) === frame.length; pages += 1) {
    addTo(sums, frame.subarray(0, 8), isBig);
    addTo(sums, frame.subarray(FRAME_BYTES), isBig);
    const isOfThisLog = frame.subarray(8, 16).equals(header.subarray(16, 24));
    if (!isOfThisLog || !isSum(sums, frame, 16)) break;
    if (frame.readUInt32BE(4) !== 0) committed = pages;
    at += frame.length;
  }
  return committed;
}

const isBigEndian = (header: Buffer): boolean => (header.readUInt32BE(0) & 1) === 1;

/** Adds bytes to the checksum, in the byte order of the machine that wrote the log, usually this one. */
function addTo(sums: Sums, bytes: Buffer, isBig: boolean): void {
  const own = isBig === (endianness() === 'BE') ? bytes : Buffer.from(bytes).swap32();
  const words = new Int32Array(own.buffer, own.byteOffset, own.length / 4);
  let { one, other } = sums;
  for (let at = 0; at < words.length; at += 2) {
    one = (one + (words[at] ?? 0) + other) | 0;
    other = (other + (words[at + 1] ?? 0) + one) | 0;
  }
  sums.one = one;
  sums.other = other;
}

const isSum = ({ one, other }: Sums, bytes: Buffer, at: number): boolean =>
  bytes.readInt32BE(at) === one && bytes.readInt32BE(at + 4) === other;
