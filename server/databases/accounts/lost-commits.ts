import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { DamagedFileError } from '../data-folder-lock.ts';
import { writeWhole } from '../write-whole.ts';
import { readWalIndex, type WalIndex } from './wal-index.ts';
import { readWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts';

const [LOG, INDEX, NOTE] = ['accounts.sqlite-wal', 'accounts.sqlite-shm', 'accounts-lost'];

/**
 * To be called before SQLite opens the file: it takes the log of changes up to the first page that is damaged and forgets, without a
 * word, what was committed behind it, and how much that was. Keeps in mind, on disk, what is gone. Throws a `DamagedFileError` where
 * what is left of the log does not belong to what the file has of it already (docs/threat-model.md#i20).
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
  // The file has got pages of the log, each once, in its last form: only with the rest of them is it what it was at any moment.
  if (!hasAll)
    throw new DamagedFileError(
      `${LOG} is damaged, and accounts.sqlite has only a part of it: put the newest backup back and start again.`,
    );
  if (log.committed > 0)
    throw new DamagedFileError(
      `${LOG} is damaged, and accounts.sqlite has all that was in it: move ${LOG} and ${INDEX} away and start again.`,
    );
}

type Compared = { readonly index: WalIndex; readonly log: WriteAheadLog };

/** The log and what was committed to it, where it has less; null where it has all, or nothing is known. */
function compare(dataDir: string): Compared | null {
  const [indexPath, logPath] = [join(dataDir, INDEX), join(dataDir, LOG)];
  const index = readWalIndex(indexPath);
  if (index === null || index.committed === 0) return null;
  const log = readWriteAheadLog(logPath);
  if (log.salts !== null && !log.salts.equals(index.salts)) return null;
  if (log.committed >= index.committed) return null;
  // Emptied when all of it was in the file; a power cut may leave an index from before.
  if (log.isEmpty && index.writtenAt < Date.now() - uptime() * 1_000) return null;
  // Another process may have begun the log anew while it was read.
  const after = readWalIndex(indexPath);
  const isStill = after?.bytes.equals(index.bytes) && readWriteAheadLog(logPath).header.equals(log.header);
  return isStill ? { index, log } : null;
}

/** Once, however often a start ends behind it. */
function note(dataDir: string, { salts, committed }: WalIndex, kept: number): void {
  const path = join(dataDir, NOTE);
  const lines = linesOf(path);
  const line = JSON.stringify({ log: salts.toString('hex'), committed, kept });
  if (!lines.includes(line)) writeWhole(path, `${[...lines, line].join('\n')}\n`);
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

type Lost = { readonly path: string; readonly pages: number };

/** Where it is kept in mind that acknowledged changes are gone, and how many pages of them; null where none are. */
export function findLostCommits(dataDir: string): Lost | null {
  const path = join(dataDir, NOTE);
  const lines = linesOf(path);
  return lines.length === 0 ? null : { path, pages: lines.reduce((sum, line) => sum + missingOf(line), 0) };
}

/** A line that somebody has changed says nothing; the file is there all the same. */
function missingOf(line: string): number {
  const [, committed, kept] = /"committed":(\d+),"kept":(\d+)/.exec(line) ?? [];
  return Number(committed ?? 0) - Number(kept ?? 0);
}

export const lostCommitsLine = ({ path, pages }: Lost): string =>
  `The newest changes that were acknowledged are missing from the accounts: the last pages (${pages}) of accounts.sqlite-wal ` +
  'were damaged or gone when the store was opened. The disk, or whoever changed files in the data folder, has lost them. The audit log ends ' +
  `with what is left: enter again what is missing, or put the newest backup back. Have the disk looked at, then move ${path} away.`;
