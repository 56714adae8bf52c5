import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../write-whole.ts';
import { journalFolder } from './refused-events.ts';

/** How many rows a file of the journal had when they were acknowledged, and how many a start found in it. */
export type LostRows = { readonly file: number; readonly acknowledged: number; readonly found: number };

const pathIn = (folder: string): string => join(folder, 'lost');

/** Keeps in mind, on disk, that acknowledged rows are gone; once, however often a start is cut off behind it. */
export function noteLostRows(folder: string, lost: LostRows): void {
  const path = pathIn(folder);
  const lines = linesOf(path);
  const line = JSON.stringify(lost);
  if (lines.at(-1) !== line) writeWhole(path, `${[...lines, line].join('\n')}\n`);
}

const linesOf = (path: string): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

/** Where it is kept in mind that acknowledged rows are gone, and how many; null where none are. */
export function findLostRows(dataDir: string): { readonly path: string; readonly rows: number } | null {
  const path = pathIn(journalFolder(dataDir));
  const lines = linesOf(path);
  return lines.length === 0 ? null : { path, rows: lines.reduce((sum, line) => sum + missingOf(line), 0) };
}

/** A line that somebody has changed says nothing; the file is there all the same. */
function missingOf(line: string): number {
  const [, acknowledged, found] = /"acknowledged":(\d+),"found":(\d+)/.exec(line) ?? [];
  return Number(acknowledged ?? 0) - Number(found ?? 0);
}
