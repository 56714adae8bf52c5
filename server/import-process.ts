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

/** Some thousand lines: storing them in one step holds the thread for some milliseconds. */
const SMALL_BYTES = 128 * 1024;

/** What the process of an import tells. */
export type ImportReport =
  | { readonly progress: ImportProgress }
  | { readonly answer: ImportAnswer }
  /** A refusal to be shown as it is, or null for a failure of ours, which it has written to its log. */
  | { readonly refused: { readonly status: number; readonly message: string } | null };

/**
 * Imports beside the server: small files in this process, large ones in a process of their own, one at a time, which ends
 * with this one and is simply killed when nobody wants its work any more. Its memory and its writing never hold this thread.
 */
export function createImports(dependencies: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>): Imports {
  const here = importsHere(dependencies);
  // What a killed server left; nobody else works in its folder.
  rmSync(here.folder, { recursive: true, force: true });
  let isBusy = false;
  return {
    folder: here.folder,
    async run(order, watching) {
      if ((await stat(order.path)).size <= SMALL_BYTES) return here.run(order, watching);
      if (isBusy)
        throw new AppError('conflict', 'Another large file is being checked or imported. Try again when it is done.');
      isBusy = true;
      try {
        return await runApart(order, watching);
      } finally {
        isBusy = false;
      }
    },
  };
}

async function runApart(order: FileOrder, { signal, onProgress }: Watching): Promise<ImportAnswer> {
  signal?.throwIfAborted();
  const child = startProgram();
  const end = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (report: ImportReport) => {
        if ('progress' in report) onProgress?.(report.progress);
        else if ('answer' in report) resolve(report.answer);
        else if (report.refused === null) reject(new Error('an import failed in its process'));
        else reject(refusalOf(report.refused));
      });
      child.once('error', reject);
      child.once('exit', () => reject(signal?.aborted ? signal.reason : new Error('the process of an import ended')));
      child.send(order);
    });
  } finally {
    signal?.removeEventListener('abort', end);
    end();
  }
}

function startProgram(): ChildProcess {
  const built = import.meta.url.endsWith('.js');
  const path = fileURLToPath(new URL(built ? './import.js' : './import-program.ts', import.meta.url));
  const args = [...(built ? [] : ['--import', 'tsx']), path];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

const CODES: Readonly<Record<number, 'invalid' | 'conflict' | 'too-large'>> = { 409: 'conflict', 413: 'too-large' };
const refusalOf = ({ status, message }: { status: number; message: string }) =>
  new AppError(CODES[status] ?? 'invalid', message);
