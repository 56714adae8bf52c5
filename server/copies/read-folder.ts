import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountsRow } from '../databases/accounts/accounts-snapshot.ts';
import type { EventsPart } from '../databases/events/copy-events.ts';
import type { Figures } from '../databases/events/count-figures.ts';
import { wholeLines } from '../databases/events/line-chunks.ts';
import { CopyError } from './copy-error.ts';
import { measureFile, readPacked } from './file-streams.ts';
import { FIGURES_FILE, type Manifest, readManifest } from './folder-format.ts';
import { type InstallationCopy, partKey, type Report } from './installation-copy.ts';

/** An insert of the events store, and what is in memory at a time. */
const CHUNK_BYTES = 6_000_000;
const ACCOUNT_BYTES = 1_000_000;

/** A finished backup of which every byte was looked at. */
export async function readFolder(
  folder: string,
  report: Report,
): Promise<{ readonly manifest: Manifest; readonly copy: InstallationCopy }> {
  const manifest = readManifest(folder);
  await checkFiles(folder, manifest);
  report(`The backup of ${manifest.made} is whole: ${Object.keys(manifest.files).length} files.`);
  const figures = JSON.parse(readFileSync(join(folder, FIGURES_FILE), 'utf8')) as Record<string, Figures>;
  const eventFiles = new Map(manifest.events.parts.map((part) => [partKey(part), part.file]));
  const tableFiles = new Map(manifest.accounts.tables.map(({ table, file }) => [table, file]));
  const at = (files: ReadonlyMap<string, string>, key: string) => join(folder, files.get(key) ?? MISSING);
  const copy: InstallationCopy = {
    id: manifest.id,
    isFixed: true,
    installation: manifest.installation,
    accounts: {
      ...manifest.accounts,
      tables: manifest.accounts.tables.map(({ table }) => table),
      rows: (table) => readRows(at(tableFiles, table)),
      countRows: async (table) => manifest.accounts.tables.find((one) => one.table === table)?.rows ?? 0,
    },
    events: {
      ...manifest.events,
      rows: (part: EventsPart) => wholeLines(readPacked(at(eventFiles, partKey(part))), CHUNK_BYTES),
      figures: async (part) => figures[partKey(part)] ?? [],
    },
  };
  return { manifest, copy };
}

const MISSING = 'missing';

async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const [file, expected] of Object.entries(files)) {
    const found = await measureFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      const what = error.code === 'ENOENT' ? 'is missing' : 'cannot be read by this user';
      throw new CopyError(`${join(folder, file)} ${what}: nothing was restored. Use another copy of the backup.`);
    });
    if (found.sha256 !== expected.sha256)
      throw new CopyError(`${join(folder, file)} is damaged: nothing was restored. Use another copy of the backup.`);
  }
}

async function* readRows(path: string): AsyncGenerator<readonly AccountsRow[]> {
  for await (const lines of wholeLines(readPacked(path), ACCOUNT_BYTES)) {
    yield JSON.parse(`[${lines.toString('utf8').trimEnd().split('\n').join(',')}]`) as AccountsRow[];
  }
}
