// Finds PostgreSQL where Debian installs it, or in PATH. All tests use this module.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Returns the folder with PostgreSQL's programs, the newest version if Debian has several. Null if there is none. */
export function findPostgres() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
  versions.sort((one, other) => Number(other) - Number(one));
  const folders = versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  folders.push(...(process.env.PATH ?? '').split(delimiter));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}
