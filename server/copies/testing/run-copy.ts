import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { runAdmin } from '../../admin/run-admin.ts';
import { askProgram } from '../../testing/servers/ask-servers.ts';
import { readManifest } from '../folder-format.ts';
import { MADE_AT } from './make-installation.ts';

type Env = Readonly<Record<string, string>>;

/** A command in this process; the store of the events is free again when it resolves. */
export async function admin(env: Env, ...args: string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin({
    args,
    env,
    terminal: { input: Readable.from([]), output },
    errors,
    now: () => MADE_AT,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

const startAdmin = async (env: Env, args: readonly string[]) =>
  spawn(process.execPath, [await askProgram('admin'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });

/** The command in a process of its own, to its end. */
export async function adminProgram(env: Env, ...args: string[]) {
  const child = await startAdmin(env, args);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, out, err };
}

/** The same, killed as soon as it has written a line like this. */
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

/** All that a backup holds, to be compared with another's: rows of accounts as text, sums of the events, given numbers. */
export function contentOf(folder: string) {
  const { accounts, events, totals, installation } = readManifest(folder);
  const unpack = (file: string) => gunzipSync(readFileSync(join(folder, file))).toString('latin1');
  return {
    installation,
    totals,
    numbers: accounts.numbers,
    tables: accounts.tables.map(({ table, file }) => [table, unpack(file).split('\n').sort()]),
    parts: events.parts.map(({ file, ...part }) => [part, unpack(file).split('\n').sort()] as const),
    figures: JSON.parse(readFileSync(join(folder, 'events/figures.json'), 'utf8')) as unknown,
  };
}
