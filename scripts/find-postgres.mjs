// The PostgreSQL of the tests: one rule for all callers.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Returns the folder of PostgreSQL's programs, the newest if Debian has several. Null without one. */
export function findPostgres() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  versions.sort((one, other) => Number(other) - Number(one));
  const folders = versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  folders.push(...(process.env.PATH ?? '').split(delimiter));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}
