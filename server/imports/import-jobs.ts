import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { MINUTE_MS } from '#domain/durations.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import * as queries from './import-jobs-queries.ts';
import { insertStaged, type StagedRow } from './staged-rows-queries.ts';

/**
 * Lease of a run that is checking. A busy machine may delay the run for long, and losing the lease would end the
 * import.
 */
const CHECKING_MS = MINUTE_MS;
/** Lease of a run that has the turn, which blocks writes to the rows that the run claims. */
const TURN_MS = 30_000;
/** Lease of a run that is storing. The lease is short, because taking over the work is harmless. */
export const STORING_MS = 5_000;
const BEAT_EVERY_MS = 500;
const LOOK_EVERY_MS = 100;

/** An import's job row, as its run writes it. */
export type ImportJobHandle = {
  readonly id: string;
  readonly holder: string;
  /** Stages rows in a short transaction. Throws if the import has been ended. */
  stage(rows: readonly StagedRow[], done: number): Promise<void>;
  /** Renews the lease and stores the progress. Throws if the import has been ended. */
  beat(done: number): Promise<void>;
  /** Waits until no other import is being stored. After that, other writers can't change the staged rows. */
  takeTurn(beatWhileWaiting: () => Promise<unknown>): Promise<void>;
  /** Renews the lease during the turn. */
  keepTurn(): Promise<void>;
  /** Starts storing. From then on, the import will be stored completely. */
  begin(end: Pick<queries.ImportJobRow, 'detail' | 'result'>): Promise<void>;
  /** Ends the job without storing anything. Returns false if storing has started. */
  end(
    state: 'refused' | 'cancelled' | 'failed',
    end: { failure: string | null; result: string | null },
  ): Promise<boolean>;
};

type ImportAuthor = Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;

type Beginning = Pick<queries.ImportJobRow, 'kind' | 'file_name' | 'actor_id' | 'actor' | 'ip' | 'action' | 'at'> & {
  readonly holder: string;
  readonly lines_total: number;
};

/** Creates the error for an import that another page or process canceled. */
export const cancelled = () => new AppError('conflict', 'Canceled. Nothing was imported.');

export async function openJob(db: AccountsDb, beginning: Beginning): Promise<ImportJobHandle> {
  const own = { id: newId(), holder: beginning.holder };
  const open = { state: 'checking', turn: null, published_line: null, result: null, failure: null } as const;
  const times = { started_at: beginning.at, ended_at: null, until_at: queries.untilIn(db, CHECKING_MS) };
  const rest = { id: own.id, lines_done: 0, detail: '{}', is_clean: 0 };
  await queries.insertJob(db, { ...beginning, ...open, ...times, ...rest });
  let toldAt = performance.now();

  async function say(tx: AccountsDb, change: Parameters<typeof queries.changeJob>[3]): Promise<void> {
    if (!(await queries.changeJob(tx, own, 'checking', change))) throw await whyOver(tx, own.id);
    toldAt = performance.now();
  }

  return {
    ...own,
    async stage(rows, done) {
      await db.transaction().execute(async (tx) => {
        await say(tx, { until_at: queries.untilIn(tx, CHECKING_MS), lines_done: done });
        await insertStaged(tx, own.id, rows);
      });
    },
    async beat(done) {
      if (performance.now() - toldAt < BEAT_EVERY_MS) return;
      await say(db, { until_at: queries.untilIn(db, CHECKING_MS), lines_done: done });
    },
    async takeTurn(beatWhileWaiting) {
      while (!(await queries.takeTurn(db, own, TURN_MS))) {
        await say(db, { until_at: queries.untilIn(db, CHECKING_MS), lines_done: beginning.lines_total });
        await beatWhileWaiting();
        await pause(LOOK_EVERY_MS);
      }
    },
    keepTurn: () => say(db, { until_at: queries.untilIn(db, TURN_MS) }),
    begin: ({ detail, result }) =>
      say(db, { state: 'publishing', detail, result, until_at: queries.untilIn(db, STORING_MS) }),
    end: (state, { failure, result }) =>
      db.transaction().execute(async (tx) => {
        const over = { state, failure, result, turn: null, ended_at: Date.now() };
        const isEnded = await queries.changeJob(tx, own, 'checking', over);
        if (isEnded && state === 'cancelled') await auditCancelling(tx, { ...beginning, at: over.ended_at });
        return isEnded;
      }),
  };
}

type Cancelling = Pick<queries.ImportJobRow, 'kind' | 'file_name' | 'actor_id' | 'actor' | 'ip'> & {
  readonly at: number;
  /** The import's author, if a different user canceled the import. */
  readonly begunBy?: string;
};

async function auditCancelling(tx: AccountsDb, { kind, file_name: subject, at, begunBy, ...by }: Cancelling) {
  const detail = begunBy === undefined || begunBy === by.actor ? { kind } : { kind, begun_by: begunBy };
  const { actor_id: actorId, actor, ip } = by;
  await writeAudit(tx, { at, actorId, actor, ip, action: 'import.cancelled', subject, detail });
}

/** Cancels an import that has not stored anything. Returns false if the import has stored rows. */
export const cancelImportOf = (
  db: AccountsDb,
  job: queries.ImportJobRow,
  { author, at, failure }: { readonly author: ImportAuthor; readonly at: number; readonly failure: string },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const isEnded = await queries.endUnpublished(tx, job.id, { state: 'cancelled', failure, ended_at: at });
    const by = { actor_id: author.actorId, actor: author.actor, ip: author.ip };
    if (isEnded) await auditCancelling(tx, { kind: job.kind, file_name: job.file_name, at, begunBy: job.actor, ...by });
    return isEnded;
  });

async function whyOver(db: AccountsDb, id: string): Promise<Error> {
  const job = await queries.findJob(db, id);
  return job?.state === 'cancelled' ? cancelled() : new AppError('unavailable', job?.failure ?? ENDED_WHILE_CHECKING);
}

export const ENDED_WHILE_CHECKING =
  'The import was terminated by the system, possibly by a restart or because memory ran out. Nothing was imported. Try again.';
