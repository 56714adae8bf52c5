import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePorts, startGuarded } from './guarded-process.ts';

export type PostgresServer = { readonly url: string; stop(): Promise<void> };

/** Settings of the server. No data outlives the tests, so writes don't have to wait for a disk. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=300',
  'shared_buffers=32MB',
];

/** Starts a PostgreSQL server in a temporary folder. It exits with this process. */
export async function startPostgres(programs: string, settings = SETTINGS): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-postgres-'));
  const [port = 0] = await freePorts(1);
  const { url, ...program } = await initPostgres(programs, folder, port, settings);
  const server = await startGuarded({ ...program, signal: 'QUIT' });
  return { url, stop: server.stop };
}

/** Initializes an empty folder and returns the program for its PostgreSQL server. */
export async function initPostgres(programs: string, folder: string, port: number, settings = SETTINGS) {
  const user = unprivileged();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), ['-D', folder, ...options], { ...user, cwd: folder });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    command: [join(programs, 'postgres'), '-D', folder, '-p', `${port}`, ...settings.flatMap((set) => ['-c', set])],
    folder,
    env: { PATH: process.env.PATH },
    user: user ?? {},
    answers: () => canConnect(url),
  };
}

/**
 * Returns an unprivileged user if this process runs as root, because PostgreSQL refuses to run as root; otherwise null.
 */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] =
    accounts
      .find((line) => line.startsWith('nobody:'))
      ?.split(':')
      .map(Number) ?? [];
  return { uid: uid ?? 65_534, gid: gid ?? 65_534 };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
