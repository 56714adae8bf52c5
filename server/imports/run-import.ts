import { stat } from 'node:fs/promises';
import type { ImportAnswer, ImportChange, ImportProgress } from '#contract/imports.ts';
import { type AuditEntry, writeAudit } from '../audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { breathe } from './breathe.ts';
import { type Counts, createDigest, type Finding, FirstOf, type ImportJob } from './import-outcome.ts';
import { type Columns, countLines, readBatches, type TableRow } from './read-table.ts';
import { changedMeanwhile, createStaging, NO_STAGING } from './staging.ts';
import { allowTime, isBroken } from './staging-queries.ts';

export const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** One pass over a file. */
export type ImportRun = {
  /** Checks lines and stages what they change. Looks up what they name in few questions: it holds the thread for some milliseconds. */
  batch(rows: readonly TableRow[]): Promise<void>;
  /** After the last line. */
  finish?(): void;
  /** In the transaction that stores everything, after the staged rows are in place. */
  publish?(tx: AccountsDb): Promise<void>;
};

/** A kind of file: its columns, and what is done with its lines. */
export type Importer = {
  readonly columns: Columns;
  readonly run: (job: ImportJob) => ImportRun;
  /** What the audit log calls it, such as `users.imported`. */
  readonly action: string;
};

export type ImportContext = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  readonly networkTimeZone: string;
  /** Who imports, for the audit log. */
  readonly author: Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;
};

export type ImportOrder = {
  readonly path: string;
  readonly fileName: string;
  readonly dryRun: boolean;
  /** The digest of a dry run: do exactly that, or nothing. */
  readonly expects?: string | undefined;
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
  /** Ends the work; nothing is stored then. */
  readonly signal?: AbortSignal | undefined;
  /** Waited for. */
  readonly onProgress?: ((progress: ImportProgress) => unknown) | undefined;
};

/**
 * Imports a whole file or nothing. Lines are checked in small batches, outside any transaction, and what they change goes to
 * temporary tables; one short transaction stores it, unless somebody changed meanwhile what it rests on. The same file again
 * changes nothing. Throws `AppError` for a file that is no table of these columns, and the reason of `signal`.
 */
export async function runImport(
  context: ImportContext,
  importer: Importer,
  order: ImportOrder,
  { signal, onProgress }: Watching = {},
): Promise<ImportOutcome> {
  const { accounts, now, networkTimeZone } = context;
  if ((await stat(order.path)).size > LARGEST_FILE_BYTES)
    throw new AppError('too-large', 'The file is larger than 64 MiB; split it.');
  const total = await countLines(order.path);
  return accounts.connection().execute(async (db) => {
    const staging = order.dryRun ? NO_STAGING : createStaging(db);
    const things = { findings: new FirstOf<Finding>(), changes: new FirstOf<ImportChange>(), counts: new Map() };
    const job: ImportJob = { db, staging, ...things, digest: createDigest(), nowMs: now(), networkTimeZone };
    const run = importer.run(job);
    try {
      let rows = 0;
      for await (const batch of readBatches(order.path, importer.columns)) {
        signal?.throwIfAborted();
        for (const finding of batch.findings) job.findings.push(finding);
        await run.batch(batch.rows);
        await breathe();
        rows += batch.rows.length + batch.findings.length;
        // With something wrong nothing will be stored: the rest is only checked.
        if (job.findings.total === 0) await staging.flush();
        await onProgress?.({ phase: 'checking', done: batch.line, total });
      }
      run.finish?.();
      job.findings.first.sort((one, other) => one.line - other.line);
      const digest = job.digest.digest('hex');
      const done = !order.dryRun && job.findings.total === 0;
      if (done && order.expects !== undefined && order.expects !== digest) throw changedSinceLooked();
      if (done) {
        await staging.flush();
        await onProgress?.({ phase: 'storing', done: total, total });
        await publish(context, { job, run, action: importer.action, fileName: order.fileName, db, signal });
      }
      return { done, rows, ...things, digest };
    } finally {
      await staging.drop();
    }
  });
}

const changedSinceLooked = () =>
  new AppError(
    'conflict',
    'Somebody else changed what the file names since it was checked: it would do something else now. Nothing was imported; check it again.',
  );

type Publication = {
  readonly db: AccountsDb;
  readonly job: ImportJob;
  readonly run: ImportRun;
  readonly action: string;
  readonly fileName: string;
  readonly signal: AbortSignal | undefined;
};

async function publish({ author }: ImportContext, { db, job, run, action, fileName, signal }: Publication) {
  const { staging, counts, nowMs } = job;
  try {
    await db.transaction().execute(async (tx) => {
      signal?.throwIfAborted();
      await allowTime(tx);
      await staging.publish(tx);
      await run.publish?.(tx);
      signal?.throwIfAborted();
      await writeAudit(tx, { ...author, at: nowMs, action, subject: fileName, detail: Object.fromEntries(counts) });
    });
  } catch (error) {
    throw isBroken(error) ? changedMeanwhile() : error;
  }
}

/** The outcome as the browser gets it. */
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
