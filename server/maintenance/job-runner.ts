import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { sharedWork } from '../lib/shared-work.ts';
import * as queries from './jobs-queries.ts';

/** A job that cannot be done, ever; the message is for the person who asked. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
}

export type JobEnd = {
  readonly result: object;
  /** Written with the end, exactly once. */
  readonly audit: Omit<AuditEntry, 'at' | 'actorId' | 'actor' | 'ip'> | null;
};

export type JobAtWork = {
  readonly id: string;
  readonly payload: string;
  /** What an earlier try noted. */
  readonly noted: object;
  note(found: object): Promise<void>;
};

/** Does a job, as often as it is called with it; null when it cannot be done just now. */
export type JobWork = (job: JobAtWork) => Promise<JobEnd | null>;

export type JobRunner = {
  /** Does what waits; cheap when nothing does. */
  look(): Promise<void>;
  /** Begins nothing more; a job that is cut short goes on with the next process. */
  close(): Promise<void>;
};

type RunnerNeeds = {
  readonly accounts: AccountsDb;
  readonly works: Readonly<Record<string, JobWork>>;
  /** Other processes have the events store open as well. */
  readonly shared: boolean;
  readonly now: () => number;
  /** By the clock that all processes share: leases of who died end for all at once, and nobody else's before. */
  readonly time?: () => Promise<number>;
  readonly report: (error: unknown, kind: string) => void;
};

/** A holder that has said nothing for so long is dead. */
const LEASE_MS = MINUTE_MS;
const SAY_EVERY_MS = 15_000;
const MOST_TRIES = 8;
const PAUSE_MS = 2_000;
const KEPT_MS = 30 * DAY_MS;

/**
 * Does the work on the events store that commands ask for by a row in the accounts store, in the process that has the store
 * open. A job is begun again from its beginning after a crash, so its work has to be idempotent.
 */
export function createJobRunner({
  accounts,
  works,
  shared,
  now,
  time = async () => Date.now(),
  report,
}: RunnerNeeds): JobRunner {
  const holder = randomUUID();
  let isClosed = false;
  let isFirst = true;
  let isTidied = false;

  const look = sharedWork('while it runs', async () => {
    if (isFirst && !shared) await queries.freeJobs(accounts);
    isFirst = false;
    for (const job of await queries.findOpenJobs(accounts)) {
      if (isClosed) return;
      const work = works[job.kind];
      const at = await time();
      if (work === undefined || job.until_at > at) continue;
      if (await queries.claimJob(accounts, { id: job.id, holder, now: at, untilMs: at + LEASE_MS }))
        await doJob(job, work);
    }
    if (!isTidied) await queries.deleteOldJobs(accounts, (await time()) - KEPT_MS);
    isTidied = true;
  });

  async function doJob({ id, kind, payload, tries, result }: queries.JobRow, work: JobWork): Promise<void> {
    const own = { id, holder };
    const alive = setInterval(() => {
      time()
        .then((at) => queries.changeJob(accounts, own, { until_at: at + LEASE_MS }))
        .catch(() => undefined);
    }, SAY_EVERY_MS).unref();
    try {
      // It ended the process so often, and would do so after each start.
      if (tries >= MOST_TRIES)
        throw new JobRefusedError('It did not come to its end in several tries; the log says why.');
      const end = await work({
        id,
        payload,
        noted: JSON.parse(result) as object,
        note: async (found) => void (await queries.changeJob(accounts, own, { result: JSON.stringify(found) })),
      });
      // Waiting for its turn is no try.
      if (end === null)
        await queries.changeJob(accounts, own, { state: 'waiting', until_at: (await time()) + PAUSE_MS, tries });
      else await finish(own, end);
    } catch (error) {
      if (isClosed) return;
      const isOver = error instanceof JobRefusedError || tries + 1 >= MOST_TRIES;
      if (!(error instanceof JobRefusedError)) report(error, kind);
      const failure = error instanceof JobRefusedError ? error.message : 'It failed several times; the log says why.';
      const over = { state: 'failed', failure, payload: '', ended_at: now() } as const;
      const again = { state: 'waiting', until_at: (await time()) + PAUSE_MS * (tries + 1) } as const;
      await queries.changeJob(accounts, own, isOver ? over : again);
    } finally {
      clearInterval(alive);
    }
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
