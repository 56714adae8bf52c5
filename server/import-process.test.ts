import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ImportProgress } from '#contract/imports.ts';
import { readConfig } from './config.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { createImports } from './import-process.ts';
import type { FileOrder } from './imports/imports.ts';
import { createMail } from './mail/mail.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-import-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = readConfig({ DATA_DIR: folder, DEMO: 'off' });
const now = () => 0;
const ANSWER = { done: true, rows: 1 };
/** A program that says how far it is, and ends when the file's name says so; otherwise it waits to be killed. */
const PROGRAM = `process.once('message', ({ fileName }) => {
  const phase = fileName.startsWith('storing') ? 'storing' : 'checking';
  process.send({ progress: { phase, done: 1, total: 2 } });
  if (fileName.startsWith('done')) process.send({ answer: ${JSON.stringify(ANSWER)} });
});`;

let started: ChildProcess[] = [];
beforeEach(() => {
  started = [];
});
const start = (): ChildProcess => {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  started.push(child);
  return child;
};
const imports = createImports(
  { accounts: undefined as unknown as AccountsDb, config, mail: createMail({ config, now }), now },
  start,
);

function order(fileName: string, lines: number): FileOrder {
  const path = join(folder, fileName);
  writeFileSync(path, 'someone@import.example,Some,One\n'.repeat(lines));
  return {
    kind: 'users',
    path,
    fileName,
    dryRun: false,
    expects: undefined,
    author: { actorId: null, actor: 'test', ip: '' },
  };
}

test.each([
  ['checking', /Nothing was imported; try again/],
  ['storing', /as a whole or not at all: check it again/],
])('a process that dies while it is %s says what that means', async (phase, words) => {
  const onProgress = (_: ImportProgress) => started[0]?.kill('SIGKILL');
  await expect(imports.run(order(phase, 1_000), { onProgress })).rejects.toMatchObject({
    statusCode: 503,
    message: expect.stringMatching(words),
  });
});

test('who cancels ends the process', async () => {
  const ending = new AbortController();
  const importing = imports.run(order('checking', 1_000), {
    signal: ending.signal,
    onProgress: () => ending.abort(new Error('cancelled')),
  });
  await expect(importing).rejects.toThrow('cancelled');
  const [child] = started;
  if (child && child.signalCode === null) await once(child, 'exit');
  expect(child?.signalCode).toBe('SIGKILL');
});

test('a hundred lines are worked on apart, and wait for their turn', async () => {
  const both = ['done-1', 'done-2'].map((name) => imports.run(order(name, 150), {}));
  expect(await Promise.all(both)).toEqual([ANSWER, ANSWER]);
  expect(started).toHaveLength(2);
});

test('of two large files the second is refused while the first is under way', async () => {
  const ending = new AbortController();
  let second: Promise<unknown> | undefined;
  const first = imports.run(order('checking-large', 20_000), {
    signal: ending.signal,
    onProgress: () => {
      second ??= imports.run(order('done-large', 20_000), {}).catch((error: unknown) => error);
      void second.then(() => ending.abort(new Error('cancelled')));
    },
  });
  await expect(first).rejects.toThrow('cancelled');
  expect(await second).toMatchObject({ statusCode: 409, message: expect.stringMatching(/Another large file/) });
  expect(started).toHaveLength(1);
});
