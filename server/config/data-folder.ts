import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { syncFolder, writeWhole } from '../lib/write-whole.ts';
import { ConfigError } from './config-variables.ts';

/** The entries of the data folder, and their types. */
const KEPT: Readonly<Record<string, 'file' | 'folder'>> = {
  'session-secret': 'file',
  'server.lock': 'file',
  'accounts.sqlite': 'file',
  'accounts.sqlite-wal': 'file',
  'accounts.sqlite-shm': 'file',
  'accounts-lost': 'file',
  events: 'folder',
  'events/journal': 'folder',
  'events/journal/0': 'file',
  'events/journal/1': 'file',
  'events/journal/acknowledged': 'file',
  'events/journal/refused': 'file',
  'events/journal/lost': 'file',
  'events.open': 'file',
  'events.ballast': 'file',
  'demo-keys.json': 'file',
};

/**
 * Returns the data folder's absolute path. Creates the folder if it is missing, and throws `ConfigError` if it cannot
 * be used. Removes other users' access to the product's entries in the folder and to everything that this process
 * creates later.
 */
export function prepareFolder(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderFailure(folder, error);
  }
  process.umask(0o077);
  for (const [name, kind] of Object.entries(KEPT)) {
    refuseStranger(join(folder, name), kind);
    closeToOthers(join(folder, name), kind);
  }
  return folder;
}

/**
 * Creates the folder level by level, because Node's recursive mkdir never returns if the parent rejects folders, as
 * `/proc` does.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
    syncFolder(dirname(folder));
  } catch (error) {
    // Another process that is starting concurrently created it first.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Throws if a path that the product needs is occupied by something else. */
function refuseStranger(path: string, kind: 'file' | 'folder'): void {
  const found = targetOf(path);
  if (found === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    throw new ConfigError(`${path} is a broken link. Fix the link to the ${kind} or move it away, then start again.`);
  }
  if (kind === 'file' ? !found.isFile() : !found.isDirectory()) {
    const what = found.isDirectory() ? 'a folder' : found.isFile() ? 'a file' : 'a special file';
    throw new ConfigError(`${path} is ${what}, but Voltboard needs a ${kind} there. Move it away and start again.`);
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (kind === 'folder' ? constants.X_OK : 0));
  } catch {
    throw new ConfigError(
      `${path} cannot be read and written. Make the user that runs Voltboard its owner, and start again.`,
    );
  }
}

/** Follows links. Returns undefined for a link without a target, such as one that points to itself. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Removes other users' access. An older version, or a copy, may have left the entry readable for everyone. */
function closeToOthers(path: string, kind: 'file' | 'folder'): void {
  try {
    if (existsSync(path)) chmodSync(path, kind === 'file' ? 0o600 : 0o700);
  } catch {
    // The entry belongs to another user, who grants this user access. Leave the entry unchanged.
  }
}

const SHORTEST_SECRET = 32;

/**
 * Returns the session secret in the data folder, and creates it on the first start. The secret encrypts second factors
 * and queued mails, so a damaged secret is replaced only if nothing can be encrypted yet.
 */
export function keptSecret(dataDir: string, hasAccountsElsewhere: boolean): string {
  const file = join(dataDir, 'session-secret');
  const isFirstStart = !hasAccountsElsewhere && !existsSync(join(dataDir, 'accounts.sqlite'));
  const make = (options: { isNew: boolean }) => writeWhole(file, randomBytes(48).toString('base64url'), options);
  try {
    make({ isNew: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw folderFailure(dataDir, error);
  }
  if (isFirstStart && readSecret(file) === null) make({ isNew: false });
  const secret = readSecret(file);
  if (secret !== null) return secret;
  throw new ConfigError(
    `${file} is empty or damaged. Restore it from a backup and start again. Without a backup, delete it: then everyone has to sign in ` +
      'again, and second factors and unsent emails are lost (npm run admin -- remove-second-factor restores access).',
  );
}

function readSecret(file: string): string | null {
  const secret = readFileSync(file, 'utf8').trim();
  return secret.length >= SHORTEST_SECRET && /^[\x21-\x7e]+$/.test(secret) ? secret : null;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function folderFailure(folder: string, error: unknown): ConfigError {
  if (codeOf(error) === 'ENOSPC')
    return new ConfigError(`DATA_DIR: the disk with ${folder} is full. Free some space and start again.`);
  return new ConfigError(
    `DATA_DIR: ${folder} is not writable. Make it writable for this user or choose another folder.`,
  );
}
