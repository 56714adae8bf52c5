import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../server/lib/write-whole.ts';
import { journalFolder } from './refused-events.ts';

/** The number of acknowledged rows in a journal file, and the number of rows that a start found in it. */
export type LostRows = { readonly file: number; readonly acknowledged: number; readonly found: number };

const pathIn = (folder: string): string => join(folder, 'lost');

/**
 * Records on disk that acknowledged rows are gone. Equal records are written once, even if several starts are
 * interrupted after writing a record.
 */
export function noteLostRows(folder: string, lost: LostRows): void {
  const path = pathIn(folder);
  const lines = linesOf(path);
  const line = JSON.stringify(lost);
  if (lines.at(-1) !== line) writeWhole(path, `${[...lines, line].join('\n')}\n`);
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

/** Returns the path and number of recorded lost rows; null if there are none. */
export function findLostRows(dataDir: string): { readonly path: string; readonly rows: number } | null {
  const path = pathIn(journalFolder(dataDir));
  const lines = linesOf(path);
  return lines.length === 0 ? null : { path, rows: lines.reduce((sum, line) => sum + missingOf(line), 0) };
}

/**
 * Returns the number of rows that a line reports missing. A line that was edited by hand counts as zero rows; the file
 * still reports a loss.
 */
function missingOf(line: string): number {
  const [, acknowledged, found] = /"acknowledged":(\d+),"found":(\d+)/.exec(line) ?? [];
  return Number(acknowledged ?? 0) - Number(found ?? 0);
}
