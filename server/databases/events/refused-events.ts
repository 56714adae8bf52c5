import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openJournalFile } from './journal-file.ts';

/** Within the engine's folder, so that whoever copies or moves that has the events that wait for it, too. */
export const journalFolder = (dataDir: string): string => join(dataDir, 'events', 'journal');

const NEW_LINE = '\n';
/** What of an event names its visitor, as the engine has it of nobody. */
const OF_NOBODY: ReadonlyMap<string, string> = new Map([
  ['fingerprint', '\0'.repeat(16)],
  ['ip', '::'],
  ['cryptic', ''],
]);

/** The names of the columns stand before the rows, because another version may be the one that reads them. */
export const blockOf = (columns: readonly string[], rows: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${columns.join('\t')}${NEW_LINE}`), rows]);

/**
 * Keeps a row that the engine refuses, for whoever looks into the fault; answers where. It names no visitor from the beginning,
 * since no erasure and no end of keeping comes to this file.
 */
export async function setAside(folder: string, columns: readonly string[], row: Buffer): Promise<string> {
  const path = join(folder, 'refused');
  const values = row.toString('latin1').slice(0, -NEW_LINE.length).split('\t');
  const kept = values.map((value, at) => OF_NOBODY.get(columns[at] ?? '') ?? value).join('\t');
  const block = blockOf(columns, Buffer.from(kept + NEW_LINE, 'latin1'));
  const file = await openJournalFile(path);
  try {
    const before = await file.read();
    // Set aside already where a start, or another try, gives the engine the same rows again.
    if (!before.some((one) => one.equals(block))) await file.append(block);
  } finally {
    await file.close();
  }
  return path;
}

/** Where rows are kept that the engine refused, and how many; null where there are none. */
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
