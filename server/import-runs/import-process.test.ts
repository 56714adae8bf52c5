import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportProgress } from '#contract/imports.ts';
import { readConfig } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { findJob } from '../imports/import-jobs-queries.ts';
import type { FileOrder, Imports } from '../imports/import-kinds.ts';
import { makeJob } from '../imports/testing/make-job.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createMail } from '../mail/mail.ts';
import { createImports } from './import-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-import-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = { ...readConfig({ DATA_DIR: folder, DEMO: 'off' }), keys: fixedKeys('the keys of a test') };
const now = () => 0;
const ANSWER = { done: true, rows: 1 };
/**
 * A program that reports its progress, and ends if the file's name requires it. Otherwise, the program waits to be
 * killed.
 */
const PROGRAM = `setInterval(() => undefined, 60_000);
process.once('message', ({ fileName, look }) => {
  if (look) process.exit(0);
  process.send({ job: fileName });
  const phase = fileName.startsWith('storing') ? 'storing' : 'checking';
  process.send({ progress: { phase, done: 1, total: 2 } });
  const [, status] = /^refused-([0-9]+)/.exec(fileName) ?? [];
  if (status) process.send({ refused: { status: Number(status), message: 'no' } });
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
  accounts = await openMigrated(folder);
  imports = createImports({ accounts, config, mail: createMail({ config, now }), now }, start);
});
afterAll(() => accounts.destroy());
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

test.each([400, 409, 413, 503])('a rejection keeps its status when it leaves the process: %i', async (statusCode) => {
  await expect(imports.run(order(`refused-${statusCode}`, 1_000), {})).rejects.toMatchObject({
    statusCode,
    message: 'no',
  });
});

test('a process that dies while it checks reports that nothing was imported', async () => {
  await makeJob(accounts, { id: 'checking', state: 'failed', ended_at: 0 });
  const onProgress = (_: ImportProgress) => started[0]?.kill('SIGKILL');
  await expect(imports.run(order('checking', 1_000), { onProgress })).rejects.toMatchObject({
    statusCode: 503,
    message: expect.stringMatching(/Nothing was imported\. Try again/),
  });
});

test('another process continues the work of a process that dies while it stores', async () => {
  await makeJob(accounts, { id: 'storing', state: 'done', ended_at: 0, result: JSON.stringify(ANSWER) });
  const onProgress = (_: ImportProgress) => started[0]?.kill('SIGKILL');
  expect(await imports.run(order('storing', 1_000), { onProgress })).toEqual(ANSWER);
  expect(started).toHaveLength(2);
});

test.each([
  ['could not be carried on just now', 'storing-on', { state: 'publishing' }, /resumes automatically/],
  ['could not be stored to its end', 'storing-end', { state: 'failed', failure: 'Up to line 3.' }, /^Up to line 3\.$/],
] as const)(
  'after a process died, does not report that nothing was imported if the import %s',
  async (_, id, job, said) => {
    await makeJob(accounts, { id, ...job });
    const onProgress = (_progress: ImportProgress) => started[0]?.kill('SIGKILL');
    await expect(imports.run(order(id, 1_000), { onProgress })).rejects.toThrow(said);
  },
);

test('canceling ends the process', async () => {
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

test('leaving before the import has reported its row cancels it', async () => {
  const ending = new AbortController();
  const silent = () => {
    const child = start();
    // The process has written its row and not reported it yet.
    child.send = (given) => {
      const { holder } = given as Required<FileOrder>;
      void makeJob(accounts, { id: 'untold', holder }).then(() => ending.abort(new Error('left')));
      return true;
    };
    return child;
  };
  const others = createImports({ accounts, config, mail: createMail({ config, now }), now }, silent);
  await expect(others.run(order('checking', 1_000), { signal: ending.signal })).rejects.toThrow('left');
  expect(await findJob(accounts, 'untold')).toMatchObject({
    state: 'cancelled',
    failure: 'Canceled. Nothing was imported.',
  });
  const written = accounts.selectFrom('audit_log').select('action').where('action', '=', 'import.cancelled');
  expect(await written.execute()).toHaveLength(1);
});

test('separate processes handle imports of a hundred lines, one after another', async () => {
  const both = ['done-1', 'done-2'].map((name) => imports.run(order(name, 150), {}));
  expect(await Promise.all(both)).toEqual([ANSWER, ANSWER]);
  expect(started).toHaveLength(2);
});

test('rejects the second of two large files while the first runs', async () => {
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
