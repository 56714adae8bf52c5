import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AccountsSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import type { EventsPart } from '../databases/events/copy-events.ts';
import { createFigureCounter, type Figures } from '../databases/events/count-figures.ts';
import { syncFolder, writeWhole } from '../databases/write-whole.ts';
import { CopyError } from './copy-error.ts';
import { measureFile, writePacked } from './file-streams.ts';
import {
  encodeManifest,
  FIGURES_FILE,
  FORMAT,
  type KEPT_FILES,
  MANIFEST,
  type Manifest,
  readManifest,
} from './folder-format.ts';
import { partKey } from './installation-copy.ts';

/** Says whose the files are while there is no manifest: what a crash left may be taken away by the same try, by no other. */
const UNFINISHED = 'unfinished';
const FOLDERS = ['accounts', 'events', 'kept'] as const;

type Facts = Pick<Manifest, 'product' | 'made' | 'installation'>;

export type FolderWriter = {
  /** Without `figures` they are counted from the rows. */
  writeEvents(part: EventsPart, rows: AsyncIterable<Buffer>, figures: Figures | null): Promise<void>;
  writeAccounts(snapshot: AccountsSnapshot): Promise<void>;
  keepFiles(dataDir: string, names: readonly (typeof KEPT_FILES)[number][]): Promise<void>;
  /** From now on it is a backup. */
  finish(facts: Facts, eventsMigrations: readonly string[]): Promise<Manifest>;
  /** Takes away what was written. */
  giveUp(): void;
};

/** Begins a backup in a folder that is new or empty. `id`: of this try. */
export function beginFolder(folder: string, id: string): FolderWriter {
  prepare(folder, id);
  const files: Manifest['files'] = {};
  const parts: Manifest['events']['parts'] = [];
  const figuresByPart: Record<string, Figures> = {};
  const totals = { events: 0, amountMicros: 0, ownerMicros: 0 };
  let accounts: Manifest['accounts'] = { migrations: [], numbers: {}, tables: [] };
  const kept: Manifest['kept'] = [];

  async function write(file: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
    files[file] = await writePacked(join(folder, file), content);
  }

  return {
    writeEvents: async (part, rows, figures) => {
      const file = `events/${part.table}-${part.partition}.tsv.gz`;
      const counter = createFigureCounter();
      await write(file, figures === null ? counted(rows, counter.add) : rows);
      const found = figures ?? counter.figures();
      if (part.table === 'events' || part.table === 'archived_quarter') addTotals(totals, found);
      figuresByPart[partKey(part)] = found;
      parts.push({ ...part, columns: [...part.columns], file });
    },
    writeAccounts: async (snapshot) => {
      const tables: Manifest['accounts']['tables'] = [];
      for (const table of snapshot.tables) {
        const file = `accounts/${table}.jsonl.gz`;
        let rows = 0;
        await write(
          file,
          lines(snapshot.rows(table), (count) => (rows += count)),
        );
        tables.push({ table, rows, file });
      }
      accounts = { migrations: [...snapshot.migrations], numbers: { ...snapshot.numbers }, tables };
    },
    keepFiles: async (dataDir, names) => {
      for (const name of names) {
        const file = `kept/${name}`;
        writeWhole(join(folder, file), readFileSync(join(dataDir, name)));
        files[file] = await measureFile(join(folder, file));
        kept.push(name);
      }
    },
    finish: async (facts, eventsMigrations) => {
      writeWhole(join(folder, FIGURES_FILE), JSON.stringify(figuresByPart));
      files[FIGURES_FILE] = await measureFile(join(folder, FIGURES_FILE));
      for (const name of FOLDERS) syncFolder(join(folder, name));
      const events = { migrations: [...eventsMigrations], parts };
      const manifest: Manifest = { format: FORMAT, id, ...facts, accounts, events, kept, files, totals };
      writeWhole(join(folder, MANIFEST), encodeManifest(manifest));
      rmSync(join(folder, UNFINISHED), { force: true });
      return manifest;
    },
    giveUp: () => clear(folder),
  };
}

/** The backup that this same try has made already, where the process ended before anyone was told; else null. */
export function madeBefore(folder: string, id: string): Manifest | null {
  let manifest: Manifest;
  try {
    manifest = readManifest(folder);
  } catch {
    return null;
  }
  if (manifest.id !== id) return null;
  rmSync(join(folder, UNFINISHED), { force: true });
  return manifest;
}

function prepare(folder: string, id: string): void {
  try {
    if (existsSync(folder) && isOwnLeftover(folder, id)) clear(folder);
    makeFolder(folder);
    if (existsSync(join(folder, UNFINISHED)))
      throw new CopyError(`${folder} holds a backup that was never finished: delete it, or name a new folder.`);
    if (readdirSync(folder).length > 0)
      throw new CopyError(`${folder} is not empty: name a new folder. Nothing was written.`);
    chmodSync(folder, 0o700);
    writeWhole(join(folder, UNFINISHED), id);
    for (const name of FOLDERS) mkdirSync(join(folder, name), { mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'EEXIST') throw new CopyError(`${folder} is no folder: name a new one.`);
    if (['EACCES', 'EPERM', 'EROFS'].includes(code))
      throw new CopyError(`${folder} cannot be written by the user that Voltboard runs as: name another folder.`);
    throw error;
  }
}

/** A power cut must not take the folder's own name, nor that of one above it. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = dirname(resolve(first));
  for (let at = resolve(folder); at !== top && at !== dirname(at); at = dirname(at)) syncFolder(dirname(at));
}

function isOwnLeftover(folder: string, id: string): boolean {
  try {
    return !existsSync(join(folder, MANIFEST)) && readFileSync(join(folder, UNFINISHED), 'utf8') === id;
  } catch {
    return false;
  }
}

/** The folder itself may be a mounted one: it stays. */
function clear(folder: string): void {
  for (const name of [...FOLDERS, MANIFEST, UNFINISHED]) rmSync(join(folder, name), { recursive: true, force: true });
}

async function* counted(rows: AsyncIterable<Buffer>, add: (lines: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const lines of rows) {
    add(lines);
    yield lines;
  }
}

async function* lines(pages: AsyncIterable<readonly object[]>, count: (rows: number) => void): AsyncGenerator<string> {
  for await (const rows of pages) {
    count(rows.length);
    yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  }
}

function addTotals(totals: Manifest['totals'], figures: Figures): void {
  for (const [, [views, clicks, burns, amount, owner]] of figures) {
    totals.events += Number(views) + Number(clicks) + Number(burns);
    totals.amountMicros += Number(amount);
    totals.ownerMicros += Number(owner);
  }
}
