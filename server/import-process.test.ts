import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportProgress } from '#contract/imports.ts';
import { readConfig } from './config.ts';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { migrateAccounts, openAccounts } from './databases/accounts/open-accounts.ts';
import { createImports } from './import-process.ts';
import { type ImportJobRow, insertJob } from './imports/import-jobs-queries.ts';
import type { FileOrder, Imports } from './imports/imports.ts';
import { createMail } from './mail/mail.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-import-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = readConfig({ DATA_DIR: folder, DEMO: 'off' });
const now = () => 0;
const ANSWER = { done: true, rows: 1 };
/** A program that says how far it is, and ends when the file's name says so; otherwise it waits to be killed. */
const PROGRAM = `setInterval(() => undefined, 60_000);
process.once('message', ({ fileName, look }) => {
  if (look) process.exit(0);
  process.send({ job: fileName });
  const phase = fileName.startsWith('storing') ? 'storing' : 'checking';
  process.send({ progress: { phase, done: 1, total: 2 } });
  if (fileName.startsWith('done')) process.send({ answer: ${JSON.stringify(ANSWER)} }, () => process.exit(0));
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
let accounts: AccountsDb;
let imports: Imports;
beforeAll(async () => {
  accounts = await openAccounts({ dataDir: folder });
  await migrateAccounts(accounts);
  imports = createImports({ accounts, config, mail: createMail({ config, now }), now }, start);
});
afterAll(() => accounts.destroy());
/** The row of an import, as whoever carries it on leaves it. */
const leave = (id: string, end: Pick<ImportJobRow, 'state' | 'result'>) => {
  const about = {
    kind: 'users',
    file_name: id,
    actor_id: null,
    actor: 'test',
    ip: '',
    action: '',
    detail: '{}',
    at: 0,
  };
  const rest = {
    turn: null,
    holder: 'test',
    until_at: 0,
    lines_done: 0,
    lines_total: 0,
    published_line: null,
    failure: null,
  };
  return insertJob(accounts, { id, ...about, ...rest, ...end, started_at: 0, ended_at: 0, is_clean: 0 });
};

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

test('a process that dies while it checks says that nothing was imported', async () => {
  await leave('checking', { state: 'failed', result: null });
  const onProgress = (_: ImportProgress) => started[0]?.kill('SIGKILL');
  await expect(imports.run(order('checking', 1_000), { onProgress })).rejects.toMatchObject({
    statusCode: 503,
    message: expect.stringMatching(/Nothing was imported; try again/),
  });
});

test('a process that dies while it stores is followed by one that carries it on', async () => {
  await leave('storing', { state: 'done', result: JSON.stringify(ANSWER) });
  const onProgress = (_: ImportProgress) => started[0]?.kill('SIGKILL');
  expect(await imports.run(order('storing', 1_000), { onProgress })).toEqual(ANSWER);
  expect(started).toHaveLength(2);
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
