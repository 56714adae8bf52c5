import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import {
  awayMessage,
  isStoreAway,
  JOB_RETRY,
  type RetryTimes,
  retrySteps,
  withRetries,
} from '#event-store/retry-steps.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { singleFlight } from '../lib/single-flight.ts';
import * as queries from './jobs-queries.ts';

/** Thrown by a job that can never succeed. The requester sees the message, so the message must say what to do. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
}

export type JobEnd = {
  readonly result: object;
  /** An audit entry to write when the job ends, exactly once. */
  readonly audit: Omit<AuditEntry, 'at' | 'actorId' | 'actor' | 'ip'> | null;
};

export type JobAtWork = {
  readonly id: string;
  readonly payload: string;
  /** The notes that an earlier attempt stored. */
  readonly noted: object;
  note(found: object): Promise<void>;
};

/** Runs a job. May be called several times for the same job. Returns null if the job can't run yet. */
export type JobWork = (job: JobAtWork) => Promise<JobEnd | null>;

export type JobRunner = {
  /** Runs the waiting jobs. Cheap if there are none. */
  look(): Promise<void>;
  /** Stops starting jobs. The next process continues any interrupted job. */
  close(): Promise<void>;
};

type RunnerNeeds = {
  readonly accounts: AccountsDb;
  readonly works: Readonly<Record<string, JobWork>>;
  /** Whether other processes also have the events store open. */
  readonly shared: boolean;
  readonly now: () => number;
  /**
   * Returns the time on the clock that all processes share. All processes therefore see a dead process's lease expire
   * at the same time, and no live lease expires early.
   */
  readonly time?: () => Promise<number>;
  readonly report: (error: unknown, kind: string) => void;
  /** How long a job's statement is retried while a store is unavailable. */
  readonly times?: RetryTimes;
  /** How long a job waits for an unavailable store in total. The job starts over after each pause. */
  readonly waitsForMs?: number;
};

/** The key of the note that says a job is waiting. */
export const WAITING = 'waiting';

/** How long a lease lasts without renewal. After this time, its holder is considered dead. */
const LEASE_MS = MINUTE_MS;
const SAY_EVERY_MS = 15_000;
const MOST_TRIES = 8;
const PAUSE_MS = 2 * SECOND_MS;
/**
 * Maximum pause before a job is retried while a store is unavailable. Such a retry does not count as an attempt,
 * because the failure isn't the job's fault.
 */
const LONGEST_PAUSE_MS = MINUTE_MS;
const WAITS_FOR_MS = HOUR_MS;
const KEPT_MS = 30 * DAY_MS;

/**
 * Creates the runner for jobs on the events store. Commands request jobs by adding a row to the accounts store, and the
 * process that has the events store open runs them. After a crash, a job starts over, so its work must be idempotent.
 */
export function createJobRunner({
  accounts,
  works,
  shared,
  now,
  time = async () => Date.now(),
  report,
  times = JOB_RETRY,
  waitsForMs = WAITS_FOR_MS,
}: RunnerNeeds): JobRunner {
  const holder = randomUUID();
  let isClosed = false;
  let isFirst = true;
  let isTidied = false;
  /** Retries a statement on the accounts store, so that dropped connections don't count as attempts of a job. */
  const patiently = (statement: () => Promise<boolean>): Promise<boolean> =>
    retrySteps(statement, { times, report: () => undefined, isStopping: () => isClosed });
  const change = (own: { id: string; holder: string }, values: Parameters<typeof queries.changeJob>[2]) =>
    patiently(() => queries.changeJob(accounts, own, values));
  /** Jobs that are waiting for an unavailable store, with the start of the wait and the last pause. */
  const delayed = new Map<string, { readonly since: number; readonly pauseMs: number }>();

  const look = singleFlight('while it runs', async () => {
    if (isFirst && !shared) await queries.freeJobs(accounts);
    isFirst = false;
    for (const job of await queries.findOpenJobs(accounts)) {
      if (isClosed) return;
      const work = works[job.kind];
      const at = await time();
      if (work === undefined || job.until_at > at) continue;
      const { id, tries } = job;
      const claim = { id, holder, now: at, untilMs: at + LEASE_MS, tries };
      if (await patiently(() => queries.claimJob(accounts, claim))) await doJob(job, work);
    }
    if (!isTidied) await queries.deleteOldJobs(accounts, (await time()) - KEPT_MS);
    isTidied = true;
  });

  async function doJob({ id, kind, payload, tries, result }: queries.JobRow, work: JobWork): Promise<void> {
    const own = { id, holder };
    let found = withoutWaiting(JSON.parse(result) as object);
    // Write notes one after another, so that an older note does not overwrite a newer one.
    let noting: Promise<unknown> = Promise.resolve();
    const noteWaiting = (line: string) => {
      const noted = () => ({ result: JSON.stringify({ ...found, [WAITING]: line }) });
      noting = noting.then(() => queries.changeJob(accounts, own, noted())).catch(() => false);
    };
    const alive = setInterval(() => {
      time()
        .then((at) => queries.changeJob(accounts, own, { until_at: at + LEASE_MS }))
        .catch(() => undefined);
    }, SAY_EVERY_MS).unref();
    try {
      // The job has ended the process this many times, and would do so again after each start.
      if (tries >= MOST_TRIES) throw new JobRefusedError('The job did not finish in several attempts. See the log.');
      const job: JobAtWork = {
        id,
        payload,
        noted: found,
        note: async (news) => {
          found = news;
          await noting;
          await change(own, { result: JSON.stringify(news) });
        },
      };
      const end = await withRetries({ times, report: noteWaiting, isStopping: () => isClosed }, () => work(job));
      delayed.delete(id);
      // Waiting for a turn does not count as an attempt.
      if (end === null) await change(own, { state: 'waiting', until_at: (await time()) + PAUSE_MS, tries });
      else await withRetries({ times, report: () => undefined }, () => finish(own, end));
    } catch (error) {
      if (isClosed) return;
      const waitMs = isStoreAway(error) ? delayOf(id) : null;
      if (waitMs !== null) {
        noteWaiting(`${awayMessage(error)} The job is retried in ${Math.ceil(waitMs / SECOND_MS)} s.`);
        await noting;
        const later = { state: 'waiting', until_at: (await time()) + waitMs, tries } as const;
        await change(own, later);
        return;
      }
      const isOver = error instanceof JobRefusedError || tries + 1 >= MOST_TRIES;
      if (!(error instanceof JobRefusedError)) report(error, kind);
      const failure = error instanceof JobRefusedError ? error.message : 'The job failed several times. See the log.';
      const over = { state: 'failed', failure, payload: '', ended_at: now() } as const;
      const again = { state: 'waiting', until_at: (await time()) + PAUSE_MS * (tries + 1) } as const;
      await change(own, isOver ? over : again);
    } finally {
      clearInterval(alive);
    }
  }

  /**
   * Returns how long to pause before retrying a job whose store is unavailable, in whole milliseconds. Returns null if
   * the job has already waited longer than `waitsForMs`.
   */
  function delayOf(id: string): number | null {
    const at = performance.now();
    const { since, pauseMs } = delayed.get(id) ?? { since: at, pauseMs: PAUSE_MS / 2 };
    if (at - since > waitsForMs) return null;
    const next = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    delayed.set(id, { since, pauseMs: next });
    return Math.ceil(next * (0.5 + Math.random() / 2));
  }

  const finish = (own: { id: string; holder: string }, { result, audit }: JobEnd) =>
    accounts.transaction().execute(async (tx) => {
      const over = { state: 'done', result: JSON.stringify(result), payload: '', ended_at: now() } as const;
      const isOurs = await queries.changeJob(tx, own, over);
      if (isOurs && audit !== null)
        await writeAudit(tx, { ...audit, at: now(), actorId: null, actor: 'command line', ip: '' });
    });

  return {
    look: () => (isClosed ? Promise.resolve() : look()),
    close: async () => {
      isClosed = true;
    },
  };
}

/** Removes the note that the job is waiting, because an earlier attempt's wait is over. */
function withoutWaiting(noted: object): object {
  const { [WAITING]: _, ...rest } = noted as Record<string, unknown>;
  return rest;
}
