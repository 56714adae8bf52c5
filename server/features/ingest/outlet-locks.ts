import type { Transaction } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { type InsertFence, NothingStoredError } from '../../databases/events/events-db.ts';
import { createGroupRunner, type LateJobs } from './group-runner.ts';
import { confirmLocks, limitLocks, lockBuckets, tryLockBuckets } from './spend-queries.ts';

/** Locks in one transaction are few, however many outlets a batch has: the server has room for some thousands. */
const BUCKETS = 256;
const MOST_EVENTS = 12_000;
/** The locks of a process that says nothing are free after this; one that lives says so in between. */
const SILENT_MS = 5_000;
const ALIVE_EVERY_MS = 1_000;
/** Whoever waits longer has its sender try again: longer than the locks of a frozen process last, and than a few groups take. */
const WAIT_MS = 8_000;
/** Sooner than that by what storing takes. */
const HELD_FOR_MS = 3_000;

type Job<Work> = { readonly outletKeys: readonly number[]; readonly events: number; readonly work: Work };

export type OutletLocks<Work, Result> = {
  /** Has the work done while no other process works on events of these outlets, together with what waits for its own. */
  run(job: Job<Work>): Promise<Result>;
  /** For what the work under way stores. */
  readonly fence: InsertFence;
};

const bucketsOf = ({ outletKeys }: Job<unknown>): number[] => outletKeys.map((key) => key % BUCKETS);

/**
 * Two processes must not both find an id absent, or a view without its click. The outlets of a batch are locked in
 * PostgreSQL from the look-up until its rows are stored; batches of one process share a transaction, and its end gives the
 * locks back, also when the process dies or freezes. One that wakes after that stores nothing more of its batch. A batch that comes
 * while the locks are waited for is let in, if nobody else has its outlets.
 */
export function createOutletLocks<Work, Result>(
  accounts: AccountsDb,
  work: (works: readonly Work[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): OutletLocks<Work, Result> {
  let held: Transaction<AccountsSchema> | null = null;

  async function underLock(jobs: Job<Work>[], late: LateJobs<Job<Work>>, tx: Transaction<AccountsSchema>) {
    const buckets = new Set(jobs.flatMap(bucketsOf));
    await limitLocks(tx, { silentMs: SILENT_MS, waitMs: WAIT_MS });
    await lockBuckets(tx, [...buckets]);
    held = tx;
    const alive = setInterval(() => void confirmLocks(tx).catch(() => undefined), ALIVE_EVERY_MS);
    try {
      for (const job of await letIn(late, buckets, tx)) jobs.push(job);
      return await work(jobs.map((job) => job.work));
    } finally {
      clearInterval(alive);
      held = null;
    }
  }

  /** Who came while others had the outlets need not wait for them once more, after this group. */
  async function letIn(late: LateJobs<Job<Work>>, held: ReadonlySet<number>, tx: Transaction<AccountsSchema>) {
    const came = late.waiting();
    const wanted = new Set(came.flatMap(bucketsOf).filter((bucket) => !held.has(bucket)));
    const free = wanted.size === 0 ? [] : await tryLockBuckets(tx, [...wanted]);
    const ours = new Set([...held, ...free]);
    const joined = came.filter((job) => bucketsOf(job).every((bucket) => ours.has(bucket)));
    late.take(new Set(joined));
    return joined;
  }

  async function confirm(): Promise<void> {
    const lost = (cause?: unknown) => new NothingStoredError('The locks of the outlets are lost.', { cause });
    if (held === null) throw lost();
    await confirmLocks(held).catch((error: unknown) => Promise.reject(lost(error)));
  }

  const runner = createGroupRunner<Job<Work>, PromiseSettledResult<Result>>({
    sizeOf: ({ events }) => events,
    enough: 1,
    largest: MOST_EVENTS,
    gatherMs: 0,
    runGroup: (jobs, late) => {
      // Those that were let in stay where the transaction is run again.
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
