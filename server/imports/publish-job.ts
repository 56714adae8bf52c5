import { setTimeout as pause } from 'node:timers/promises';
import type { ImportProgress } from '#contract/imports.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { isStoreSilent } from '../databases/store-refusals.ts';
import { AppError } from '../http/app-error.ts';
import { STORING_MS } from './import-jobs.ts';
import * as queries from './import-jobs-queries.ts';
import * as staged from './staged-rows-queries.ts';

type Author = Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;

/** Makes additional changes for the rows that an importer passed to `follow`, in the step that stores their lines. */
export type Follow = (
  tx: AccountsDb,
  job: { readonly author: Author; readonly at: number },
  rows: readonly unknown[],
) => Promise<void>;

type Own = { readonly id: string; readonly holder: string };
type Publication = {
  readonly accounts: AccountsDb;
  readonly own: Own;
  readonly follow: Follow | undefined;
  readonly onProgress?: ((progress: ImportProgress) => unknown) | undefined;
  /** For tests. Called within a step, after each of its statements. */
  readonly onStatement?: ((statement: string) => unknown) | undefined;
};

/**
 * Target duration of a step. A step stores the number of rows that fit into this time, then pauses for up to the same
 * time. With fewer rows, most of the time would be spent on commits.
 */
const STEP_MS = 20;
const FIRST_ROWS = 100;
const LEAST_ROWS = 200;
const MOST_ROWS = 4_000;
const MOST_TRIES = 3;

/** Thrown if another run took over the job because this run's lease expired. */
export class TakenOverError extends Error {
  override readonly name = 'TakenOverError';
}

/** Thrown if a job has ended without being stored completely. The message says which part is stored. */
export class StoppedError extends AppError {
  constructor(message: string) {
    super('conflict', message);
  }
}

const ORDER: readonly string[] = ['expect', 'clear', 'update', 'insert', 'follow'];
/** Tables in an order in which rows refer only to earlier tables. */
const TABLES: readonly string[] = [
  ...['customers', 'venues', 'outlets', 'outlet_assignments', 'owner_shares', 'campaigns', 'flights'],
  ...['flight_prices', 'users', 'account_tokens', 'mails'],
];

/**
 * Stores a job's staged rows line by line, in short steps between which other writers can run. May be called again
 * after any interruption, because each step records its progress.
 */
export async function publishJob(publication: Publication): Promise<void> {
  const { accounts, onProgress } = publication;
  await inSteps(async (rows) => {
    const step = await untilStored(publication, () =>
      accounts.transaction().execute((tx) => publishStep(tx, publication, rows)),
    );
    if (step !== null) await onProgress?.({ phase: 'storing', done: step.done, total: step.total });
    return step?.rows ?? null;
  });
}

/**
 * Retries a step. If the store does not respond, throws, and the next run takes over the job. Any other repeated error
 * would keep the turn and so block all other imports. In that case, the job is ended, with a message that says which
 * part is stored.
 */
async function untilStored<Result>(publication: Publication, step: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof TakenOverError || isStoreSilent(error) || isDisconnected(error)) throw error;
      if (tries === MOST_TRIES) throw await giveUp(publication, error);
      await pause(tries * STEP_MS);
    }
  }
}

/** Returns whether the error is an error that the PostgreSQL driver throws without a code when a connection is lost. */
const isDisconnected = (error: unknown): boolean =>
  /^Connection terminated|^timeout e|^Client has encountered a connection error/.test((error as Error).message);

/** Ends a job that can't be stored completely. */
async function giveUp({ accounts, own }: Publication, cause: unknown): Promise<Error> {
  return accounts.transaction().execute(async (tx) => {
    if (!(await queries.changeJob(tx, own, 'publishing', { turn: null }))) return new TakenOverError();
    const job = await queries.findJob(tx, own.id);
    if (job === undefined) return new TakenOverError();
    const failure = whyStopped(job, cause);
    const entry = { at: Date.now(), action: job.action, subject: job.file_name, detail: { failure } };
    await writeAudit(tx, { actorId: job.actor_id, actor: job.actor, ip: job.ip, ...entry });
    if (job.kind !== 'users' && job.published_line !== null) await queries.raiseVersion(tx);
    const over = { state: 'failed', failure, result: null, ended_at: Date.now() } as const;
    await queries.changeJob(tx, own, 'publishing', over);
    return Object.assign(new StoppedError(failure), { cause });
  });
}

function whyStopped({ published_line: line, lines_total: total }: queries.ImportJobRow, cause: unknown): string {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '').slice(0, 200);
  const stored =
    line === null
      ? 'Nothing was imported.'
      : line < 1
        ? 'None of its lines were saved, but some of its venues may have been.'
        : `Only lines 1 to ${line} of ${total} were saved. Import the file again. Saved lines do not change.`;
  return `The database refused a step of the import (${reason}). ${stored}`;
}

/** Deletes an ended job's staged rows, in short steps. */
export async function cleanJob(accounts: AccountsDb, { id, holder }: Own): Promise<void> {
  await inSteps((rows) =>
    accounts.transaction().execute(async (tx) => {
      const job = await queries.findJob(tx, id);
      if (job?.holder !== holder || job.ended_at === null) return null;
      const range = await staged.nextRange(tx, { id, after: null, rows });
      if (range !== null) await staged.deleteStaged(tx, range);
      const change = range === null ? { is_clean: 1 } : { until_at: queries.untilIn(tx, STORING_MS) };
      await tx.updateTable('import_jobs').set(change).where('id', '=', id).where('holder', '=', holder).execute();
      return range?.rows ?? null;
    }),
  );
}

/** Runs steps and adapts their row count, until a step has no rows. */
async function inSteps(step: (rows: number) => Promise<number | null>): Promise<void> {
  for (let rows = FIRST_ROWS; ; ) {
    const startedAt = performance.now();
    const done = await step(rows);
    if (done === null) return;
    const tookMs = performance.now() - startedAt;
    const fits = Math.round((rows * STEP_MS) / Math.max(1, tookMs));
    // At most double the number of rows, because a table's first steps are fast.
    rows = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, fits, rows * 2));
    await pause(Math.max(2, Math.min(STEP_MS, tookMs)));
  }
}

type Step = { readonly rows: number; readonly done: number; readonly total: number };

async function publishStep(tx: AccountsDb, publication: Publication, rows: number): Promise<Step | null> {
  const { own, follow, onStatement } = publication;
  // Release the turn so that the step's own writes are not rejected. Other transactions do not see this until the step
  // ends.
  if (!(await queries.changeJob(tx, own, 'publishing', { turn: null }))) throw new TakenOverError();
  const job = await queries.findJob(tx, own.id);
  if (job === undefined) throw new TakenOverError();
  const author = { actorId: job.actor_id, actor: job.actor, ip: job.ip };
  const range = await staged.nextRange(tx, { id: own.id, after: job.published_line, rows });
  await onStatement?.('begin');
  if (range === null) {
    const detail = JSON.parse(job.detail) as Record<string, unknown>;
    await writeAudit(tx, { ...author, at: job.at, action: job.action, subject: job.file_name, detail });
    if (job.kind !== 'users') await queries.raiseVersion(tx);
    const over = { state: 'done', ended_at: Date.now(), lines_done: job.lines_total } as const;
    await queries.changeJob(tx, own, 'publishing', over);
    await onStatement?.('end');
    return null;
  }
  const version = job.kind !== 'users' ? await queries.holdVersion(tx) : null;
  for (const group of inOrder(await staged.groupsOf(tx, range))) {
    if (group.op === 'follow') {
      const following = (await staged.readFollowing(tx, range)).map(({ body }) => JSON.parse(body) as unknown);
      await follow?.(tx, { author, at: job.at }, following);
    } else await store(tx, range, group);
    await onStatement?.(`${group.op} ${group.table_name}`);
  }
  // All processes reload the network when the version increases, so increase it once at the end instead of after each
  // step.
  if (version !== null) await queries.setVersion(tx, version);
  const done = Math.max(0, Math.min(range.to, job.lines_total));
  const noted = { turn: 1, published_line: range.to, until_at: queries.untilIn(tx, STORING_MS), lines_done: done };
  await queries.changeJob(tx, own, 'publishing', noted);
  await onStatement?.('noted');
  return { rows: range.rows, done, total: job.lines_total };
}

async function store(tx: AccountsDb, range: staged.Range, group: staged.Group & { count: number }): Promise<void> {
  if (group.op === 'clear') await staged.clearFilled(tx, range, group);
  if (group.op !== 'update' && group.op !== 'insert') return;
  const work = group.op === 'update' ? staged.updateFilled : staged.insertFilled;
  const stored = await work(tx, range, group);
  if (stored !== Number(group.count))
    throw new Error(
      `${group.op} of ${group.table_name}: ${stored} of ${group.count} rows, though nobody may change them`,
    );
}

const inOrder = <Some extends staged.Group>(groups: readonly Some[]): Some[] => {
  const rank = ({ op, table_name }: Some) => ORDER.indexOf(op) * TABLES.length + TABLES.indexOf(table_name);
  return [...groups].sort((one, other) => rank(one) - rank(other));
};
