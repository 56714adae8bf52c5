import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openJournalFile } from './journal-file.ts';

/**
 * Returns the journal's folder. It is inside the engine's folder, so that a copy or move of the engine's folder
 * includes the events that wait for the engine.
 */
export const journalFolder = (dataDir: string): string => join(dataDir, 'events', 'journal');

const NEW_LINE = '\n';
/** The columns that identify a visitor, each with its value for no visitor. */
const OF_NOBODY: ReadonlyMap<string, string> = new Map([
  ['fingerprint', '\0'.repeat(16)],
  ['ip', '::'],
  ['cryptic', ''],
]);

/** Returns a journal block. Column names precede the rows, because another version may read the block. */
export const blockOf = (columns: readonly string[], rows: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${columns.join('\t')}${NEW_LINE}`), rows]);

/**
 * Sets aside a row that the engine rejects, for a later investigation, and returns the path. The stored row never names
 * a visitor, because neither erasure nor retention covers this file.
 */
export async function setAside(folder: string, columns: readonly string[], row: Buffer): Promise<string> {
  const path = join(folder, 'refused');
  const values = row.toString('latin1').slice(0, -NEW_LINE.length).split('\t');
  const kept = values.map((value, at) => OF_NOBODY.get(columns[at] ?? '') ?? value).join('\t');
  const block = blockOf(columns, Buffer.from(kept + NEW_LINE, 'latin1'));
  const file = await openJournalFile(path);
  try {
    const before = await file.read();
    // A start or a retry may pass the same row again, but the row is written only once.
    if (!before.some((one) => one.equals(block))) await file.append(block);
  } finally {
    await file.close();
  }
  return path;
}

/** Returns the path and number of rows that the engine rejected; null if there are none. */
export async function findSetAside(dataDir: string): Promise<{ readonly path: string; readonly rows: number } | null> {
  const path = join(journalFolder(dataDir), 'refused');
  if (!existsSync(path)) return null;
  const file = await openJournalFile(path);
  try {
    const { length: rows } = await file.read();
    return rows === 0 ? null : { path, rows };
  } finally {
    await file.close();
  }
}
