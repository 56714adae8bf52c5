import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createFigureCounter,
  type EventsEngine,
  type EventsPart,
  type Figures,
  listParts,
  readFigures,
  readPart,
  type SealLedger,
} from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { type AccountsLocation, type AccountsSnapshot, withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { CHAIN_START } from '../databases/accounts/audit-chain.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import type { BackupKey, KeySettings } from './backup-keys.ts';
import type { BackupPlace } from './backup-place.ts';
import { measured, pack, type WrittenFile } from './file-streams.ts';
import { encodeManifest, FIGURES_FILE, FORMAT, type KEPT_FILES, type Manifest, readManifest } from './folder-format.ts';
import { partKey, partName, type Report } from './installation-copy.ts';
import { sealStream } from './sealed-stream.ts';

type BackupOf = {
  readonly engine: EventsEngine;
  readonly ledger: Pick<SealLedger, 'current' | 'losses'>;
  readonly accounts: AccountsDb;
  readonly location: AccountsLocation;
  readonly kept: { readonly dataDir: string; readonly names: Manifest['kept'] };
};

type BackupTo = {
  readonly place: BackupPlace;
  readonly key: BackupKey;
  readonly settings: KeySettings;
  readonly id: string;
  readonly product: string;
  readonly now: () => number;
  readonly report: Report;
  /** Throws if a rollup may have been published since, because the sealing lease expired. */
  readonly prolong: () => Promise<void>;
};

/**
 * Writes a backup while events continue to arrive. The caller must prevent sealing. The events are read first. The
 * accounts are read later, so they contain every customer and flight that the events refer to, and the marks of late
 * events. The backup contains everything that was acknowledged before it began.
 */
export async function backUp(of: BackupOf, to: BackupTo): Promise<Manifest> {
  const made = await madeBefore(to.place, to.id, to.settings);
  if (made !== null) return made;
  const writer = await beginFolder(to.place, to);
  try {
    const { migrations, parts } = await listParts(of.engine, of.ledger);
    for (const [at, part] of parts.entries()) {
      await to.prolong();
      // Sealed sums don't change. Raw rows may be added before the part is read, so their figures are computed from the
      // rows that were read.
      const figures = part.table === 'events' ? null : await readFigures(of.engine, part);
      await writer.writeEvents(part, readPart(of.engine, part), figures);
      to.report(`${at + 1} of ${parts.length} parts of the events store: ${partName(part)}`);
    }
    await withSnapshot(of.location, writer.writeAccounts);
    await to.prolong();
    await writer.keepFiles(of.kept.dataDir, of.kept.names);
    const installation = await readFact(of.accounts, 'installation');
    const facts = { product: to.product, made: new Date(to.now()).toISOString(), installation };
    return await writer.finish(facts, migrations);
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
}

type Facts = Pick<Manifest, 'product' | 'made' | 'installation'>;

type FolderWriter = {
  /** Writes a part of the events. Without `figures`, computes the figures from the rows. */
  writeEvents(part: EventsPart, rows: AsyncIterable<Buffer>, figures: Figures | null): Promise<void>;
  writeAccounts(snapshot: AccountsSnapshot): Promise<void>;
  keepFiles(dataDir: string, names: readonly (typeof KEPT_FILES)[number][]): Promise<void>;
  /** Writes the manifest, which makes the place a backup. */
  finish(facts: Facts, eventsMigrations: readonly string[]): Promise<Manifest>;
  /** Removes the files written so far. */
  giveUp(): Promise<void>;
};

type Try = {
  readonly id: string;
  readonly key: BackupKey;
};

/** Begins a backup in a new or empty place. */
export async function beginFolder(place: BackupPlace, { id, key }: Try): Promise<FolderWriter> {
  await place.begin(id);
  const files: Manifest['files'] = {};
  const parts: Manifest['events']['parts'] = [];
  const figuresByPart: Record<string, Figures> = {};
  const totals = { events: 0, amountMicros: 0, ownerMicros: 0 };
  let accounts: Manifest['accounts'] = { migrations: [], numbers: {}, tables: [] };
  let audit = { seq: 0, hash: '' };
  const kept: Manifest['kept'] = [];

  async function write(file: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
    const note = (written: WrittenFile) => {
      files[file] = written;
    };
    await place.write(file, measured(sealStream(key, file, pack(content)), note));
  }

  return {
    writeEvents: async (part, rows, figures) => {
      const file = `events/${part.table}-${part.partition}.tsv.gz.sealed`;
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
        const file = `accounts/${table}.jsonl.gz.sealed`;
        let rows = 0;
        await write(
          file,
          lines(snapshot.rows(table), (count) => (rows += count)),
        );
        tables.push({ table, rows, file });
      }
      audit = await auditHeadOf(snapshot);
      accounts = { migrations: [...snapshot.migrations], numbers: { ...snapshot.numbers }, tables };
    },
    keepFiles: async (dataDir, names) => {
      for (const name of names) {
        const file = `kept/${name}`;
        await write(file, once(readFileSync(join(dataDir, name))));
        kept.push(name);
      }
    },
    finish: async (facts, eventsMigrations) => {
      await write(FIGURES_FILE, once(JSON.stringify(figuresByPart)));
      const events = { migrations: [...eventsMigrations], parts };
      const manifest: Manifest = { format: FORMAT, id, ...facts, audit, accounts, events, kept, files, totals };
      await place.finish(encodeManifest(manifest, key));
      return manifest;
    },
    giveUp: () => place.clear(),
  };
}

/**
 * Returns the backup that this attempt has already made, if the process ended before reporting the backup; otherwise
 * null.
 */
async function madeBefore(place: BackupPlace, id: string, settings: KeySettings): Promise<Manifest | null> {
  let manifest: Manifest;
  try {
    ({ manifest } = await readManifest(place, settings));
  } catch {
    return null;
  }
  if (manifest.id !== id) return null;
  await place.tidy();
  return manifest;
}

/** Returns the head of the audit log from the same snapshot as the rows. */
async function auditHeadOf(snapshot: AccountsSnapshot): Promise<{ seq: number; hash: string }> {
  if (!snapshot.tables.includes('audit_chain')) return { seq: 0, hash: CHAIN_START };
  for await (const rows of snapshot.rows('audit_chain'))
    for (const { seq, hash } of rows) return { seq: Number(seq), hash: String(hash) };
  return { seq: 0, hash: CHAIN_START };
}

async function* once<Content>(content: Content): AsyncGenerator<Content> {
  yield content;
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
