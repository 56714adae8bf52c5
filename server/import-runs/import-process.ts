import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImportAnswer, ImportProgress } from '#contract/imports.ts';
import { isShared } from '../config/config.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../http/app-error.ts';
import { cancelImportOf, cancelled } from '../imports/import-jobs.ts';
import {
  findCheckedBy,
  findJob,
  findLeft,
  freeJob,
  freeJobs,
  type ImportJobRow,
} from '../imports/import-jobs-queries.ts';
import type { FileOrder, Imports } from '../imports/import-kinds.ts';
import { goesOn, type Watching } from '../imports/run-import.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { importsHere } from './imports-here.ts';

/**
 * Maximum size of a file that is imported in this process, in bytes: a few dozen lines. On a busy machine, a thousand
 * lines blocked the thread for half a second.
 */
const SMALL_BYTES = 4 * 1024;
/**
 * Maximum size of a file that waits for other imports, in bytes: a few thousand lines, which take seconds. Larger files
 * are rejected while an import is running.
 */
const MIDDLE_BYTES = 256 * 1024;

/** The order for an import process. */
export type ProgramOrder = FileOrder | { readonly look: true };

/** A message from an import process. */
export type ImportReport =
  /** The ID of the job row, through which other processes see the import. */
  | { readonly job: string }
  | { readonly progress: ImportProgress }
  /** The final result. The process continues for a while to clean up. */
  | { readonly answer: ImportAnswer }
  /** An error to show unchanged. Null for an internal failure, which the process has logged. */
  | { readonly refused: { readonly status: number; readonly message: string } | null };

/**
 * Runs imports alongside the server. Small files are imported in this process, all others in a process of their own. An
 * import process exits with this process, and is killed when its work is no longer wanted. Its memory use and its
 * writes never block this thread.
 */
export function createImports(
  dependencies: Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>,
  start: () => ChildProcess = startProgram,
): Imports {
  const { accounts, config, now } = dependencies;
  const here = importsHere(dependencies);
  // Delete the files that a killed server left behind. No other process uses this server's folder.
  rmSync(here.folder, { recursive: true, force: true });
  let isBusy = false;
  let isFirstLook = true;
  let lastMiddle: Promise<unknown> = Promise.resolve();

  const apart = async (order: FileOrder, watching: Watching): Promise<ImportAnswer> => {
    // With its own holder name, the job row can be found even if the process is killed before it reports the job's ID.
    const holder = `server:${randomUUID()}`;
    const work = runApart(start, { ...order, holder }, watching);
    return work.done.catch(async (error: unknown) => {
      if (watching.signal?.aborted === true) await cancelRowOf(holder, order);
      if (!(error instanceof EndedError) || work.job() === null) throw error;
      return afterDeath(work.job() ?? '', error);
    });
  };

  /**
   * Records the cancellation in the job row immediately, because the process was killed when the client disconnected.
   */
  async function cancelRowOf(holder: string, { author }: FileOrder): Promise<void> {
    const job = await findCheckedBy(accounts, holder);
    if (job !== undefined) await cancelImportOf(accounts, job, { author, at: now(), failure: cancelled().message });
  }

  /**
   * Returns the result after an import process died. If the process had begun to store, the import is completed;
   * otherwise nothing is stored.
   */
  async function afterDeath(id: string, error: EndedError): Promise<ImportAnswer> {
    const job = await freed(id).catch(() => undefined);
    if (job?.state === 'done' && job.result !== null) return JSON.parse(job.result) as ImportAnswer;
    if (job === undefined || job.state === 'publishing') throw goesOn(error);
    throw job.failure === null ? error : new AppError('unavailable', job.failure);
  }

  /**
   * Releases the job and returns its final row. The row's state is `publishing` if the import could not be completed
   * now.
   */
  async function freed(id: string): Promise<ImportJobRow | undefined> {
    await freeJob(accounts, id);
    // The run of `look` in progress may already have passed this job, so run it again.
    await lastLook.catch(() => undefined);
    await look().catch(() => undefined);
    return findJob(accounts, id);
  }

  async function lookOnce(): Promise<void> {
    // Only one server uses a data folder, so an earlier server's jobs are no longer running.
    if (isFirstLook && !isShared(config)) await freeJobs(accounts, 'server:');
    isFirstLook = false;
    if ((await findLeft(accounts)).length > 0) await ended(start, { look: true });
  }

  const shared = singleFlight('while it runs', lookOnce);
  let lastLook = Promise.resolve();
  const look = () => {
    lastLook = shared();
    return lastLook;
  };

  return {
    folder: here.folder,
    look,
    async run(order, watching) {
      const { size } = await stat(order.path);
      if (size <= SMALL_BYTES) return here.run(order, watching);
      if (size <= MIDDLE_BYTES) {
        const turn = lastMiddle.then(() => apart(order, watching));
        lastMiddle = turn.catch(() => undefined);
        return turn;
      }
      if (isBusy)
        throw new AppError('conflict', 'Another large file is being imported. Try again when that import is done.');
      isBusy = true;
      try {
        return await apart(order, watching);
      } finally {
        isBusy = false;
      }
    },
  };
}

function runApart(start: () => ChildProcess, order: FileOrder, { signal, onJob, onProgress }: Watching) {
  let job: string | null = null;
  const work = async (): Promise<ImportAnswer> => {
    signal?.throwIfAborted();
    const child = start();
    const end = () => void child.kill('SIGKILL');
    signal?.addEventListener('abort', end);
    try {
      return await new Promise((resolve, reject) => {
        child.on('message', (report: ImportReport) => {
          if ('job' in report) {
            job = report.job;
            onJob?.(report.job);
          } else if ('progress' in report) onProgress?.(report.progress);
          else if ('answer' in report) resolve(report.answer);
          else if (report.refused === null) reject(new Error('an import failed in its process'));
          else reject(refusalOf(report.refused));
        });
        child.once('error', reject);
        child.once('exit', (code, killedBy) => {
          if (signal?.aborted) return reject(signal.reason);
          process.stderr.write(`An import process ended: ${killedBy ?? `code ${code}`}\n`);
          reject(new EndedError());
        });
        // If the process exits before it receives its order, the exit code reports that.
        child.send(order, () => undefined);
      });
    } catch (error) {
      end();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
      child.removeAllListeners();
      child.on('error', () => undefined);
    }
  };
  return { done: work(), job: () => job };
}

/** Runs a process that reports only by its exit, and waits for it. */
async function ended(start: () => ChildProcess, order: ProgramOrder): Promise<void> {
  const child = start();
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      if (code === 0) resolve();
      else reject(new Error(`the process that carries on imports ended: ${killedBy ?? `code ${code}`}`));
    });
    child.send(order, () => undefined);
  });
}

function startProgram(): ChildProcess {
  const built = import.meta.url.endsWith('.mjs');
  const path = fileURLToPath(new URL(built ? './import.js' : './import-program.ts', import.meta.url));
  const args = [...(built ? [] : ['--import', 'tsx']), path];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

class EndedError extends AppError {
  constructor() {
    super(
      'unavailable',
      'The import was terminated by the system, possibly because memory ran out. Nothing was imported. Try again.',
    );
  }
}

const CODES: Readonly<Record<number, ConstructorParameters<typeof AppError>[0]>> = {
  409: 'conflict',
  413: 'too-large',
  503: 'unavailable',
};
const refusalOf = ({ status, message }: { status: number; message: string }) =>
  new AppError(CODES[status] ?? 'invalid', message);
