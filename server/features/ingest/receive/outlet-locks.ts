import type { Transaction } from 'kysely';
import { type InsertFence, NothingStoredError } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import { confirmLocks, limitLocks } from '../budget/spend-queries.ts';
import { createBatcher, type LateJobs } from './batcher.ts';
import { type LockedOutlets, lockOutletRows } from './locked-outlets.ts';

const MOST_EVENTS = 12_000;
/** The server frees the locks of a silent process after this time. A live process sends a statement in between. */
const SILENT_MS = 5_000;
const ALIVE_EVERY_MS = 1_000;
/**
 * After this wait, the sender must retry. It exceeds the time that a frozen process keeps its locks, and that a few
 * groups take.
 */
const WAIT_MS = 8_000;
/** Shorter than `SILENT_MS` by the time that storing takes. */
const HELD_FOR_MS = 3_000;

type Job<Work> = { readonly outletKeys: readonly number[]; readonly events: number; readonly work: Work };

export type OutletLocks<Work, Result> = {
  /** Runs the work while no other process works on events of these outlets. Other waiting jobs may join the group. */
  run(job: Job<Work>): Promise<Result>;
  /** The fence for what the current work stores. */
  readonly fence: InsertFence;
};

/**
 * Two processes must not both find an id absent, or a view without its click. PostgreSQL locks the outlets of a batch
 * from the lookup until its rows are stored. Batches of one process share a transaction, whose end releases the locks,
 * even if the process dies or freezes. A process that resumes after that stores nothing more of its batch. A batch that
 * comes during the wait for the locks may join, if no other process has its outlets.
 */
export function createOutletLocks<Work, Result>(
  accounts: AccountsDb,
  work: (works: readonly Work[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): OutletLocks<Work, Result> {
  let held: Transaction<AccountsSchema> | null = null;

  async function underLock(jobs: Job<Work>[], late: LateJobs<Job<Work>>, tx: Transaction<AccountsSchema>) {
    await limitLocks(tx, { silentMs: SILENT_MS, waitMs: WAIT_MS });
    const locked = await lockOutletRows(tx, new Set(jobs.flatMap(({ outletKeys }) => outletKeys)));
    held = tx;
    const alive = setInterval(() => void confirmLocks(tx).catch(() => undefined), ALIVE_EVERY_MS);
    try {
      for (const job of await letIn(late, locked)) jobs.push(job);
      return await work(jobs.map((job) => job.work));
    } finally {
      clearInterval(alive);
      held = null;
    }
  }

  /** Lets in jobs that came while others had the outlets, so that they need not wait again after this group. */
  async function letIn(late: LateJobs<Job<Work>>, locked: LockedOutlets) {
    const came = late.waiting();
    const free = new Set(await locked.lockFree(came.map(({ outletKeys }) => outletKeys)));
    const joined = came.filter(({ outletKeys }) => free.has(outletKeys));
    late.take(new Set(joined));
    return joined;
  }

  async function confirm(): Promise<void> {
    const lost = (cause?: unknown) => new NothingStoredError('The locks of the outlets are lost.', { cause });
    if (held === null) throw lost();
    await confirmLocks(held).catch((error: unknown) => Promise.reject(lost(error)));
  }

  const runner = createBatcher<Job<Work>, PromiseSettledResult<Result>>({
    sizeOf: ({ events }) => events,
    enough: 1,
    largest: MOST_EVENTS,
    gatherMs: 0,
    runGroup: (jobs, late) => {
      // Jobs that joined stay if the transaction runs again.
      const all = [...jobs];
      return accounts.transaction().execute((tx) => underLock(all, late, tx));
    },
  });
  return {
    fence: { confirm, heldForMs: HELD_FOR_MS },
    run: async (job) => {
      const settled = await runner.run(job);
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    },
  };
}
