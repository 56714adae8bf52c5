import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder, writeWhole } from '../lib/write-whole.ts';
import { type BackupPlace, MANIFEST, MissingFileError, UNFINISHED } from './backup-place.ts';
import { CopyError } from './copy-error.ts';
import type { S3Settings } from './s3-place.ts';

export const isS3 = (address: string): boolean => address.startsWith('s3://');

/** Returns the name for records and messages: an S3 address, or the full path of a folder. */
export const placeName = (address: string): string => (isS3(address) ? address.replace(/\/+$/, '') : resolve(address));

/** Opens the location of one backup by its address. The S3 client is loaded only on demand. */
export async function openPlace(address: string, settings: S3Settings): Promise<BackupPlace> {
  if (!isS3(address)) return folderPlace(address);
  const { s3Place } = await import('./s3-place.ts');
  return s3Place(address, settings);
}

const FOLDERS = ['accounts', 'events', 'kept'] as const;

/** Returns a backup location in a folder on this machine, without access for other users. */
export function folderPlace(path: string): BackupPlace {
  const folder = resolve(path);
  return {
    name: folder,
    begin: async (id) => prepare(folder, id),
    write: (file, content) =>
      pipeline(
        Readable.from(content, { objectMode: true }),
        createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
      ),
    finish: async (manifest) => {
      for (const name of FOLDERS) syncFolder(join(folder, name));
      writeWhole(join(folder, MANIFEST), manifest);
      rmSync(join(folder, UNFINISHED), { force: true });
    },
    tidy: async () => rmSync(join(folder, UNFINISHED), { force: true }),
    readManifest: async () => readManifest(folder),
    read: (file) => readFile(join(folder, file)),
    list: async () => listFiles(folder),
    clear: async () => clear(folder),
  };
}

function readManifest(folder: string): string | null {
  try {
    return readFileSync(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new CopyError(`${folder} cannot be read by this user.`);
    return null;
  }
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new MissingFileError('is missing');
    if (code === 'EACCES' || code === 'EISDIR') throw new MissingFileError('cannot be read by this user');
    throw error;
  }
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));

function prepare(folder: string, id: string): void {
  try {
    if (existsSync(folder) && isOwnLeftover(folder, id)) clear(folder);
    makeFolder(folder);
    if (existsSync(join(folder, UNFINISHED)))
      throw new CopyError(`${folder} contains an incomplete backup. Delete it, or use a new folder.`);
    if (readdirSync(folder).length > 0)
      throw new CopyError(`${folder} is not empty. Use a new folder. Nothing was written.`);
    chmodSync(folder, 0o700);
    writeWhole(join(folder, UNFINISHED), id);
    for (const name of FOLDERS) mkdirSync(join(folder, name), { mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'EEXIST') throw new CopyError(`${folder} is not a folder. Use a new folder.`);
    if (['EACCES', 'EPERM', 'EROFS'].includes(code))
      throw new CopyError(`${folder} is not writable by the user that runs Voltboard. Use another folder.`);
    throw error;
  }
}

/** Creates the folder and its parents durably, so that a power failure cannot lose their directory entries. */
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

/**
 * Removes a backup's files, the manifest first, so that the remains of an interrupted removal are not a backup. Keeps
 * the folder itself, which may be a mount point.
 */
function clear(folder: string): void {
  for (const name of [MANIFEST, ...FOLDERS, UNFINISHED]) rmSync(join(folder, name), { recursive: true, force: true });
}
