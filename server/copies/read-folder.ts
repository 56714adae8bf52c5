import { text } from 'node:stream/consumers';
import { counted } from '#domain/counted.ts';
import type { EventsPart, Figures } from '#event-store/operations.ts';
import { wholeLines } from '#event-store/operations.ts';
import type { AccountsRow } from '../databases/accounts/accounts-snapshot.ts';
import type { KeySettings } from './backup-keys.ts';
import { type BackupPlace, MANIFEST, MissingFileError, UNFINISHED } from './backup-place.ts';
import { CopyError } from './copy-error.ts';
import { measure, unpack } from './file-streams.ts';
import { FIGURES_FILE, type Manifest, type OpenedManifest, readManifest } from './folder-format.ts';
import { type InstallationCopy, partKey, type Report } from './installation-copy.ts';
import { BrokenSealError, openStream } from './sealed-stream.ts';

/** Size of an insert into the events store in bytes, which is also the maximum in memory. */
const CHUNK_BYTES = 6_000_000;
const ACCOUNT_BYTES = 1_000_000;

export type Trust = {
  /** Whether to accept a backup without a signature. */
  readonly trustUnsigned?: boolean;
  /** The hash of the audit log's last entry, which the operator noted when the backup was made. */
  readonly auditHead?: string;
};

export type ReadBackup = {
  readonly manifest: Manifest;
  readonly copy: InstallationCopy;
  /** Returns the content of a file from the data folder. */
  keptFile(name: string): Promise<string>;
};

/** Opens a complete backup after checking its signature and all bytes. */
export async function readFolder(
  place: BackupPlace,
  settings: KeySettings,
  trust: Trust,
  report: Report,
): Promise<ReadBackup> {
  const opened = await readManifest(place, settings, trust);
  const { manifest } = opened;
  compareAuditHead(place, manifest, trust.auditHead);
  await checkFiles(place, manifest);
  const proof =
    opened.key === null ? 'WARNING: it has no signature, so anyone may have changed it' : 'its signature is valid';
  report(`The backup of ${manifest.made} is complete: ${counted(Object.keys(manifest.files).length, FILE)}; ${proof}.`);
  const content = (file: string) => contentOf(place, opened, file);
  const figures = JSON.parse(await text(content(FIGURES_FILE))) as Record<string, Figures>;
  const eventFiles = new Map(manifest.events.parts.map((part) => [partKey(part), part.file]));
  const tableFiles = new Map(manifest.accounts.tables.map(({ table, file }) => [table, file]));
  const of = (files: ReadonlyMap<string, string>, key: string) => content(files.get(key) ?? MISSING);
  const copy: InstallationCopy = {
    id: manifest.id,
    installation: manifest.installation,
    accounts: {
      ...manifest.accounts,
      tables: manifest.accounts.tables.map(({ table }) => table),
      rows: (table) => readRows(of(tableFiles, table)),
      countRows: async (table) => manifest.accounts.tables.find((one) => one.table === table)?.rows ?? 0,
    },
    events: {
      ...manifest.events,
      rows: (part: EventsPart) => wholeLines(of(eventFiles, partKey(part)), CHUNK_BYTES),
      figures: async (part) => figures[partKey(part)] ?? [],
      digest: null,
    },
  };
  return { manifest, copy, keptFile: (name) => text(content(`kept/${name}`)) };
}

/** Decrypts and unpacks a file. Authenticates each byte again, because the file may have changed since the check. */
async function* contentOf(place: BackupPlace, { manifest, key }: OpenedManifest, file: string): AsyncGenerator<Buffer> {
  const isListed = Object.hasOwn(manifest.files, file);
  if (!isListed) throw new CopyError(`${place.name}/${file} is not part of the backup. The restore was stopped.`);
  const stored = place.read(file);
  const isPacked = key !== null || file.endsWith('.gz');
  const opened = key === null ? stored : openStream(key, file, stored);
  try {
    yield* (isPacked ? unpack(opened) : opened) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof BrokenSealError || error instanceof MissingFileError)
      throw new CopyError(`${place.name}/${file} was changed during the restore. The restore was stopped.`);
    throw error;
  }
}

const MISSING = 'missing';
const FILE = { one: 'file', other: 'files' };

function compareAuditHead({ name }: BackupPlace, { audit, made }: Manifest, noted: string | undefined): void {
  if (noted === undefined || audit?.hash === noted) return;
  throw new CopyError(
    audit === undefined
      ? `${name} does not state the end of its audit log. Restore it without --audit-head, then run verify-audit --hash.`
      : `${name} (of ${made}) is not the backup whose audit log ends with ${noted}. Nothing was restored. Its audit log ends with entry ${audit.seq}, hash ${audit.hash}.`,
  );
}

async function checkFiles(place: BackupPlace, { files }: Manifest): Promise<void> {
  const added = (await place.list()).filter(
    (file) => file !== MANIFEST && file !== UNFINISHED && !Object.hasOwn(files, file),
  );
  if (added.length > 0)
    throw new CopyError(`${place.name}/${added[0]} is not part of the backup. Nothing was restored. Remove this file.`);
  for (const [file, expected] of Object.entries(files)) {
    const found = await measure(place.read(file)).catch((error: unknown) => {
      if (!(error instanceof MissingFileError)) throw error;
      throw new CopyError(
        `${place.name}/${file} ${error.message}. Nothing was restored. Use another copy of the backup.`,
      );
    });
    if (found.sha256 !== expected.sha256)
      throw new CopyError(`${place.name}/${file} is damaged. Nothing was restored. Use another copy of the backup.`);
  }
}

async function* readRows(content: AsyncIterable<Buffer>): AsyncGenerator<readonly AccountsRow[]> {
  for await (const lines of wholeLines(content, ACCOUNT_BYTES)) {
    yield JSON.parse(`[${lines.toString('utf8').trimEnd().split('\n').join(',')}]`) as AccountsRow[];
  }
}
