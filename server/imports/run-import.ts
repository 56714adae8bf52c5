import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportedKind } from '#contract/csv-columns.ts';
import type { ImportAnswer, ImportChange, ImportProgress } from '#contract/imports.ts';
import type { AuditEntry } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { isStoreSilent } from '../databases/store-refusals.ts';
import { AppError } from '../http/app-error.ts';
import { breathe } from './breathe.ts';
import { type ImportJobHandle, openJob } from './import-jobs.ts';
import { findJob, waitForWriters } from './import-jobs-queries.ts';
import { type Counts, createDigest, type Finding, FirstOf, type ImportJob, type LeastTerms } from './import-outcome.ts';
import { cleanJob, type Follow, publishJob, StoppedError, TakenOverError } from './publish-job.ts';
import { countLines, readBatches, type TableRow } from './read-table.ts';
import * as staged from './staged-rows-queries.ts';
import { changedMeanwhile, createStaging, NO_STAGING } from './staging.ts';

const LOOK_EVERY_MS = 200;
/**
 * Maximum time to wait for transactions that were writing before the claims took effect. During the wait, the claims
 * block other writers.
 */
const LONGEST_WAIT_MS = 30_000;

export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** A pass over a file. */
export type ImportRun = {
  /**
   * Checks lines and stages their changes. Looks up names with few queries, and blocks the thread for only a few
   * milliseconds.
   */
  batch(rows: readonly TableRow[]): Promise<void>;
  /** Called after the last line. */
  finish?(): void | Promise<void>;
  /** Called once other writers can no longer change staged rows, before anything is stored. */
  verify?(): Promise<void>;
};

/** How to import a kind of file. */
export type Importer = {
  readonly run: (job: ImportJob) => ImportRun;
  /** The action in the audit log, such as `users.imported`. */
  readonly action: string;
  readonly kind: ImportedKind;
  readonly follow?: Follow;
};

export type ImportContext = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  readonly networkTimeZone: string;
  /** Identifies this run to other processes. */
  readonly holder: string;
  /** The import's author, for the audit log. */
  readonly author: Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;
};

export type ImportOrder = {
  readonly path: string;
  readonly fileName: string;
  readonly dryRun: boolean;
  /** The digest from a dry run. The import stores exactly the changes of that dry run, or nothing. */
  readonly expects?: string | undefined;
  /**
   * The minimum amounts by flight code, as pairs instead of a map, because an import process receives its order as
   * JSON.
   */
  readonly least?: readonly (readonly [code: string, least: LeastTerms])[];
};

export type ImportOutcome = {
  readonly done: boolean;
  readonly rows: number;
  readonly counts: Counts;
  readonly findings: FirstOf<Finding>;
  readonly changes: FirstOf<ImportChange>;
  readonly digest: string;
};

export type Watching = {
  /** Cancels the work before anything is stored. Has no effect once the first step has been stored. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the import has a job row, through which other processes can see and cancel the import. */
  readonly onJob?: ((id: string) => unknown) | undefined;
  /** Awaited by the import. */
  readonly onProgress?: ((progress: ImportProgress) => unknown) | undefined;
  /** Called when the outcome is final, before staged rows are deleted. */
  readonly onDone?: ((outcome: ImportOutcome) => unknown) | undefined;
  /** For tests. Called within a storing step, after each of its statements. */
  readonly onStatement?: ((statement: string) => unknown) | undefined;
};

/**
 * Imports a complete file or nothing. Throws `AppError` if required columns are missing, and the reason of `signal` if
 * `signal` aborts.
 * 1. Check the lines in small batches, outside any transaction. Their changes are staged in a table.
 * 2. If a line is invalid, end without storing anything.
 * 3. Take the turn, and verify that the rows and names that the file depends on are unchanged.
 * 4. Store the staged rows in short steps. From the first step on, the import is completed, in another process if
 * necessary.
 * Importing the same file again changes nothing.
 */
export async function runImport(
  context: ImportContext,
  importer: Importer,
  order: ImportOrder,
  watching: Watching = {},
): Promise<ImportOutcome> {
  if ((await stat(order.path)).size > LARGEST_FILE_BYTES)
    throw new AppError('too-large', 'The file is larger than 64 MiB. Split it into smaller files.');
  const total = await countLines(order.path);
  const pass: Pass = { context, importer, order, watching, total };
  if (order.dryRun) {
    const { outcome } = await check(pass, null).catch((error: unknown) => Promise.reject(withReason(error)));
    await watching.onDone?.(outcome);
    return outcome;
  }
  const { accounts, now, author, holder } = context;
  const { kind, action } = importer;
  const about = {
    kind,
    action,
    file_name: order.fileName,
    actor_id: author.actorId,
    actor: author.actor,
    ip: author.ip,
  };
  const own = await openJob(accounts, { ...about, holder, at: now(), lines_total: total });
  await watching.onJob?.(own.id);
  try {
    const outcome = await store(pass, own);
    await watching.onDone?.(outcome);
    return outcome;
  } catch (thrown) {
    const error = withReason(thrown);
    const isCancelled = watching.signal?.aborted === true;
    const failure = error instanceof AppError ? error.message : isCancelled ? CANCELLED : FAILED;
    const end = async () => {
      const isOver = await own.end(isCancelled ? 'cancelled' : 'failed', { failure, result: null });
      return isOver || (await findJob(accounts, own.id))?.state !== 'publishing' ? error : goesOn(error);
    };
    throw await end().catch(() => Object.assign(new AppError('unavailable', UNSURE), { cause: error }));
  } finally {
    // If the cleanup fails, a later `tidyImports` deletes the remaining rows. The outcome does not depend on the
    // cleanup.
    await cleanJob(accounts, own).catch(() => undefined);
  }
}

/** Creates the error for an interrupted import. Nothing is lost, because a later `tidyImports` completes the import. */
export const goesOn = (cause: unknown) =>
  Object.assign(
    new AppError(
      'unavailable',
      'The import was interrupted while saving. It resumes automatically. Check again in a minute.',
    ),
    { cause },
  );

/** Explains an error which means that the store is unreachable or overloaded. The same file may succeed in a minute. */
const withReason = (error: unknown): unknown =>
  !(error instanceof AppError) && isStoreSilent(error)
    ? Object.assign(new AppError('unavailable', SILENT), { cause: error })
    : error;

const SILENT = 'The accounts store stopped responding during the import. Nothing was imported. Try again.';
const CANCELLED = 'Canceled. Nothing was imported.';
const FAILED = 'The import failed. Nothing was saved.';
const SOMEBODY_WRITES = 'The database was busy for 30 seconds. Nothing was imported. Try again.';
const UNSURE = 'The database stopped responding. Check here in a minute whether the file was imported.';

type Pass = {
  readonly context: ImportContext;
  readonly importer: Importer;
  readonly order: ImportOrder;
  readonly watching: Watching;
  readonly total: number;
};

async function check({ context, importer, order, watching, total }: Pass, own: ImportJobHandle | null) {
  const { accounts: db, now, networkTimeZone } = context;
  const least = new Map(order.least ?? []);
  const { signal, onProgress } = watching;
  const staging = own === null ? NO_STAGING : createStaging();
  const things = { findings: new FirstOf<Finding>(), changes: new FirstOf<ImportChange>(), counts: new Map() };
  const job: ImportJob = { db, staging, ...things, digest: createDigest(), nowMs: now(), networkTimeZone, least };
  const run = importer.run(job);
  // After the first error, nothing will be stored, so the remaining lines are only checked.
  const stage = async (line: number) => {
    const rows = staging.take();
    if (rows.length > 0 && job.findings.total === 0) await own?.stage(rows, line);
    else await own?.beat(line);
  };
  let rows = 0;
  for await (const batch of readBatches(order.path, importer.kind)) {
    signal?.throwIfAborted();
    for (const finding of batch.findings) job.findings.push(finding);
    await run.batch(batch.rows);
    await breathe();
    rows += batch.rows.length + batch.findings.length;
    await stage(batch.line);
    await onProgress?.({ phase: 'checking', done: batch.line, total });
  }
  await run.finish?.();
  await stage(total);
  job.findings.first.sort((one, other) => one.line - other.line);
  const digest = job.digest.digest('hex');
  const done = !order.dryRun && job.findings.total === 0;
  if (done && order.expects !== undefined && order.expects !== digest) throw changedSinceLooked();
  const outcome: ImportOutcome = { done, rows, ...things, digest };
  return { outcome, run };
}

/** Waits until the import ends, after another run considered this run dead and took over its work. */
async function untilEnded(accounts: AccountsDb, id: string): Promise<void> {
  let job = await findJob(accounts, id);
  for (; job?.state === 'publishing'; job = await findJob(accounts, id)) await pause(LOOK_EVERY_MS);
  if (job?.state !== 'done') throw new StoppedError(job?.failure ?? UNSURE);
}

const changedSinceLooked = () =>
  new AppError(
    'conflict',
    'The data changed since the file was checked, so the result would be different. Nothing was imported. Check the file again.',
  );

async function store(pass: Pass, own: ImportJobHandle): Promise<ImportOutcome> {
  const { accounts } = pass.context;
  const { signal, onProgress, onStatement } = pass.watching;
  const { outcome, run } = await check(pass, own);
  const result = JSON.stringify({ ...importAnswer(outcome), changes: [] });
  if (!outcome.done) {
    await own.end('refused', { failure: null, result });
    return outcome;
  }
  const look = async () => signal?.throwIfAborted();
  await onProgress?.({ phase: 'waiting', done: pass.total, total: pass.total });
  await own.takeTurn(look);
  await onProgress?.({ phase: 'storing', done: 0, total: pass.total });
  const claimedAt = performance.now();
  await waitForWriters(accounts, async () => {
    if (performance.now() - claimedAt > LONGEST_WAIT_MS) throw new AppError('unavailable', SOMEBODY_WRITES);
    await own.keepTurn();
    await pause(5);
  });
  await verifyJob(accounts, own.id, async () => {
    await own.keepTurn();
    await look();
  });
  await run.verify?.();
  await look();
  await own.begin({ detail: JSON.stringify(Object.fromEntries(outcome.counts)), result });
  await publishJob({ accounts, own, follow: pass.importer.follow, onProgress, onStatement }).catch((error: unknown) => {
    if (error instanceof TakenOverError) return untilEnded(accounts, own.id);
    throw error;
  });
  return outcome;
}

/** Returns the outcome in the format that the browser receives. */
export const importAnswer = ({ done, rows, counts, findings, changes, digest }: ImportOutcome): ImportAnswer => ({
  done,
  rows,
  counts: [...counts].map(([thing, numbers]) => ({ thing, ...numbers })),
  findings: findings.first,
  findings_total: findings.total,
  changes: changes.first,
  changes_total: changes.total,
  digest,
});

const ROWS_AT_ONCE = 2_000;

/**
 * Verifies that the rows that a file depends on are unchanged since the check, and that its new names are still free.
 * Called during the turn.
 */
async function verifyJob(db: AccountsDb, id: string, onStep: () => Promise<unknown>): Promise<void> {
  for (let after: number | null = null; ; ) {
    const range = await staged.nextRange(db, { id, after, rows: ROWS_AT_ONCE });
    if (range === null) return;
    for (const group of await staged.groupsOf(db, range)) {
      const isHeld = group.op === 'expect' || group.op === 'update';
      if (isHeld && (await staged.countMissing(db, range, group)) > 0) throw changedMeanwhile();
      if (group.op === 'insert' && (await staged.countTaken(db, range, group)) > 0) throw changedMeanwhile();
    }
    after = range.to;
    await onStep();
  }
}
