import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImportAnswer, ImportProgress } from '#contract/imports.ts';
import type { Dependencies } from './dependencies.ts';
import { AppError } from './http/app-error.ts';
import type { FileOrder, Imports } from './imports/imports.ts';
import type { Watching } from './imports/run-import.ts';
import { importsHere } from './imports-here.ts';

/** A few dozen lines. A thousand held the thread for half a second on a busy machine. */
const SMALL_BYTES = 4 * 1024;
/** Some thousand lines, done in seconds: such files wait for each other, larger ones are refused while one is under way. */
const MIDDLE_BYTES = 256 * 1024;

/** What the process of an import tells. */
export type ImportReport =
  | { readonly progress: ImportProgress }
  | { readonly answer: ImportAnswer }
  /** A refusal to be shown as it is, or null for a failure of ours, which it has written to its log. */
  | { readonly refused: { readonly status: number; readonly message: string } | null };

/**
 * Imports beside the server: a few lines in this process, all else in a process of its own, which ends with this one and is
 * simply killed when nobody wants its work any more. Its memory and its writing never hold this thread.
 */
export function createImports(
  dependencies: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>,
  start: () => ChildProcess = startProgram,
): Imports {
  const here = importsHere(dependencies);
  // What a killed server left; nobody else works in its folder.
  rmSync(here.folder, { recursive: true, force: true });
  let isBusy = false;
  let lastMiddle: Promise<unknown> = Promise.resolve();
  return {
    folder: here.folder,
    async run(order, watching) {
      const { size } = await stat(order.path);
      if (size <= SMALL_BYTES) return here.run(order, watching);
      if (size <= MIDDLE_BYTES) {
        const turn = lastMiddle.then(() => runApart(start, order, watching));
        lastMiddle = turn.catch(() => undefined);
        return turn;
      }
      if (isBusy)
        throw new AppError('conflict', 'Another large file is being checked or imported. Try again when it is done.');
      isBusy = true;
      try {
        return await runApart(start, order, watching);
      } finally {
        isBusy = false;
      }
    },
  };
}

async function runApart(
  start: () => ChildProcess,
  order: FileOrder,
  { signal, onProgress }: Watching,
): Promise<ImportAnswer> {
  signal?.throwIfAborted();
  const child = start();
  let isStoring = false;
  const end = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (report: ImportReport) => {
        if ('progress' in report) {
          isStoring = report.progress.phase === 'storing';
          onProgress?.(report.progress);
        } else if ('answer' in report) resolve(report.answer);
        else if (report.refused === null) reject(new Error('an import failed in its process'));
        else reject(refusalOf(report.refused));
      });
      child.once('error', reject);
      child.once('exit', (code, killedBy) => {
        if (signal?.aborted) return reject(signal.reason);
        process.stderr.write(`The process of an import ended: ${killedBy ?? `code ${code}`}\n`);
        reject(isStoring ? endedWhileStoring() : endedWhileChecking());
      });
      // A process that ends before it has its order says so by its exit.
      child.send(order, () => undefined);
    });
  } finally {
    signal?.removeEventListener('abort', end);
    child.removeAllListeners();
    child.on('error', () => undefined);
    end();
  }
}

function startProgram(): ChildProcess {
  const built = import.meta.url.endsWith('.js');
  const path = fileURLToPath(new URL(built ? './import.js' : './import-program.ts', import.meta.url));
  const args = [...(built ? [] : ['--import', 'tsx']), path];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

const endedWhileChecking = () =>
  new AppError(
    'unavailable',
    'The program that checked the file was ended from outside, perhaps for want of memory. Nothing was imported; try again.',
  );
const endedWhileStoring = () =>
  new AppError(
    'unavailable',
    'The program that stored the file was ended from outside. The file is stored as a whole or not at all: check it again to see which.',
  );

const CODES: Readonly<Record<number, 'invalid' | 'conflict' | 'too-large'>> = { 409: 'conflict', 413: 'too-large' };
const refusalOf = ({ status, message }: { status: number; message: string }) =>
  new AppError(CODES[status] ?? 'invalid', message);
