import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../../admin/run-admin.ts';
import { askProgram } from '../../testing/servers/ask-servers.ts';
import { readManifest } from '../folder-format.ts';
import { folderPlace } from '../open-place.ts';
import { readFolder } from '../read-folder.ts';
import { MADE_AT } from './make-installation.ts';

type Env = Readonly<Record<string, string>>;

/** The key for test backups, unless a test sets another one. */
export const BACKUP_KEY = 'Jw8nQe2rTz5vLk7xPb3mYc9sHd4fGa6u';
/** Settings to read test backups without running a command. */
export const KEY_SETTINGS = {
  backupKey: BACKUP_KEY,
  sessionSecret: '',
  previousSessionSecret: null,
  hasOwnSecret: false,
  databaseUrl: null,
};

/** Runs a command in this process. The stores are closed again when the promise resolves. */
export async function admin(env: Env, ...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin({
    args,
    env: { BACKUP_KEY, ...env },
    terminal: { input: Readable.from([]), output },
    errors,
    now: () => MADE_AT,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

const startAdmin = async (env: Env, args: readonly string[]) =>
  spawn(process.execPath, [await askProgram('admin'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BACKUP_KEY, ...env },
  });

/** Runs the command in a separate process and waits for it to exit. */
export async function adminProgram(env: Env, ...args: string[]) {
  const child = await startAdmin(env, args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}

/**
 * Runs the command in a separate process, and kills it when it prints a matching line. Throws if the command ends
 * first.
 */
export async function adminUntil(line: RegExp, env: Env, ...args: string[]): Promise<void> {
  const child = await startAdmin(env, args);
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  for await (const written of createInterface({ input: child.stdout })) {
    if (line.test(written)) child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`the command ended before it wrote ${line}`);
}

export const manifestOf = async (folder: string) => (await readManifest(folderPlace(folder), KEY_SETTINGS)).manifest;

/** Returns a backup's content for comparison: account rows as text, event sums and assigned numbers. */
export async function contentOf(folder: string) {
  const { manifest, copy } = await readFolder(folderPlace(folder), KEY_SETTINGS, {}, () => undefined);
  const tables: [string, string[]][] = [];
  for (const table of copy.accounts.tables) {
    const rows: string[] = [];
    for await (const page of copy.accounts.rows(table)) rows.push(...page.map((row) => JSON.stringify(row)));
    tables.push([table, rows.sort()]);
  }
  const parts: [object & { readonly table: string }, string[]][] = [];
  const figures: unknown[] = [];
  for (const { file: _, ...part } of manifest.events.parts) {
    let rows = '';
    for await (const lines of copy.events.rows(part)) rows += lines.toString('latin1');
    parts.push([part, rows.split('\n').sort()]);
    figures.push(await copy.events.figures(part));
  }
  const { installation, totals } = manifest;
  return { installation, totals, numbers: copy.accounts.numbers, tables, parts, figures };
}
