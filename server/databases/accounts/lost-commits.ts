import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { endianness, uptime } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../lib/write-whole.ts';
import { DamagedFileError } from '../data-folder-lock.ts';
import { readWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';

const [LOG, INDEX, NOTE] = ['accounts.sqlite-wal', 'accounts.sqlite-shm', 'accounts-lost'];

/**
 * Detects lost commits, and records the loss on disk. Must be called before SQLite opens the file, because SQLite reads
 * the log up to the first damaged page and silently drops the commits after that page. Throws a `DamagedFileError` if
 * the rest of the log does not match the pages already in the file (docs/threat-model.md#i20).
 */
export function noteLostCommits(dataDir: string): void {
  const found = compare(dataDir);
  if (found === null) return;
  const { index, log } = found;
  const hasAll = index.carried >= index.committed;
  if (log.committed >= index.begun && !hasAll) {
    note(dataDir, index, log.committed);
    return;
  }
  // The file already has the latest version of some pages in the log. Without the other pages, the file matches no past
  // state.
  if (!hasAll)
    throw new DamagedFileError(
      `${LOG} is damaged, and accounts.sqlite contains only part of its changes. Restore the newest backup and start again.`,
    );
  if (log.committed > 0)
    throw new DamagedFileError(
      `${LOG} is damaged, but accounts.sqlite contains all its changes. Move ${LOG} and ${INDEX} away and start again.`,
    );
}

type Compared = { readonly index: WalIndex; readonly log: WriteAheadLog };

/**
 * Returns the log and the commits that it lacks. Returns null if the log is complete or its completeness cannot be
 * determined.
 */
function compare(dataDir: string): Compared | null {
  const [indexPath, logPath] = [join(dataDir, INDEX), join(dataDir, LOG)];
  const index = readWalIndex(indexPath);
  if (index === null || index.committed === 0) return null;
  const log = readWriteAheadLog(logPath);
  if (log.salts !== null && !log.salts.equals(index.salts)) return null;
  if (log.committed >= index.committed) return null;
  // SQLite empties the log once the file contains all of its pages. A power failure may leave an index from an earlier
  // time.
  if (log.isEmpty && index.writtenAt < Date.now() - uptime() * 1_000) return null;
  // Another process may have restarted the log while it was being read.
  const after = readWalIndex(indexPath);
  const isStill = after?.bytes.equals(index.bytes) && readWriteAheadLog(logPath).header.equals(log.header);
  return isStill ? { index, log } : null;
}

/** Records the loss once, regardless of the number of starts that fail afterwards. */
function note(dataDir: string, { salts, committed }: WalIndex, kept: number): void {
  const path = join(dataDir, NOTE);
  const lines = linesOf(path);
  const line = JSON.stringify({ log: salts.toString('hex'), committed, kept });
  if (!lines.includes(line)) writeWhole(path, `${[...lines, line].join('\n')}\n`);
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

type Lost = { readonly path: string; readonly pages: number };

/** Returns the record of lost acknowledged changes, with the number of lost pages; null if there is none. */
export function findLostCommits(dataDir: string): Lost | null {
  const path = join(dataDir, NOTE);
  const lines = linesOf(path);
  return lines.length === 0 ? null : { path, pages: lines.reduce((sum, line) => sum + missingOf(line), 0) };
}

/** Returns the number of pages in a line of the record, or 0 for a line that was edited by hand. */
function missingOf(line: string): number {
  const [, committed, kept] = /"committed":(\d+),"kept":(\d+)/.exec(line) ?? [];
  return Number(committed ?? 0) - Number(kept ?? 0);
}

export const lostCommitsLine = ({ path, pages }: Lost): string =>
  `The latest acknowledged changes to the accounts store are missing: the last pages (${pages}) of accounts.sqlite-wal ` +
  'were damaged or missing when the store was opened. The cause is the disk, or a manual change in the data folder. The audit log shows ' +
  `the last change that is left. Enter the missing changes again, or restore the newest backup. Check the disk, then move ${path} away.`;

/** The index that SQLite keeps alongside its log, shared by all processes that have the store open. */
type WalIndex = {
  /**
   * Number of pages in the log up to the last commit. Written after that commit is on disk, so it never exceeds the
   * log.
   */
  readonly committed: number;
  /**
   * `carried`: the number of these pages that are already in the file itself, on disk. `begun`: the number that may be
   * partly there.
   */
  readonly carried: number;
  readonly begun: number;
  /** Identifies the log, because each log has different salts. */
  readonly salts: Buffer;
  /** Epoch milliseconds. */
  readonly writtenAt: number;
  readonly bytes: Buffer;
};

const VERSION = 3_007_000;
const HEADER_BYTES = 48;
const CHECKED_BYTES = 40;
const INDEX_BYTES = 2 * HEADER_BYTES + 36;

/**
 * Reads `accounts.sqlite-shm`, which is in this machine's byte order. Returns null if the file is missing or unusable.
 */
function readWalIndex(path: string): WalIndex | null {
  if (endianness() !== 'LE') return null;
  const { bytes, writtenAt } = readBeginning(path) ?? { bytes: Buffer.alloc(0), writtenAt: 0 };
  if (bytes.length < INDEX_BYTES) return null;
  // A commit writes the second copy first. The first copy may describe the previous commit, but then the new commit is
  // not acknowledged yet.
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

/** Reads the beginning of the file in a single read. */
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
