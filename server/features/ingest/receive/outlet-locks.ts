import type { Transaction } from 'kysely';
import {
  type EventsDb,
  EventsUnavailableError,
  type InsertFence,
  NothingStoredError,
} from '#event-store/event-store.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import type { LostInsertRow } from '../../../inserts/running-insert-queries.ts';
import { createRunningInserts, HELD_FOR_MS } from '../../../inserts/running-inserts.ts';
import { confirmLocks } from '../budget/spend-queries.ts';
import { createBatcher, type LateJobs } from './batcher.ts';
import {
  lockBuckets,
  lockSingly,
  shareBuckets,
  tryLockBuckets,
  tryLockSingly,
  tryShareBuckets,
} from './outlet-lock-queries.ts';
import { storeUnavailable } from './store-unavailable.ts';

const MOST_EVENTS = 12_000;
const ALIVE_EVERY_MS = 1_000;
/** The sender must retry after this wait for an insert that has lost its locks. */
const WAIT_MS = 8_000;

type Job<Work> = { readonly outletKeys: readonly number[]; readonly events: number; readonly work: Work };

/** `blocked`: an insert that has lost its locks may still store events of these outlets. */
type Outcome<Result> = PromiseSettledResult<Result> | { readonly status: 'blocked'; readonly by: readonly string[] };

export type OutletLocks<Work, Result> = {
  /** Runs the work while no other process works on events of these outlets. Other waiting jobs may join the group. */
  run(job: Job<Work>): Promise<Result>;
  /** Sends an insert for the current work, with the fence that belongs to it and the transaction that holds its locks. */
  insert(send: (fence: InsertFence, tx: Transaction<AccountsSchema>) => Promise<void>): Promise<void>;
  /** Refuses jobs that wait for an insert that has lost its locks. Removes the records once the last work has ended. */
  close(work: Promise<void>): Promise<void>;
};

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsDb, 'hasInsertEnded'>;
  readonly waitMs?: number;
};

/** The current group. */
type Held = {
  readonly tx: Transaction<AccountsSchema>;
  readonly id: string;
  readonly written: Promise<void>;
  /** Whether an insert got no response, so that the server may still be running it. */
  isUnanswered: boolean;
};

/**
 * Locks the outlets of a batch in PostgreSQL, from the lookup until its rows are stored. Otherwise, two processes
 * could both find an id absent, or a view without its click. Batches of one process share a transaction, whose end
 * releases the locks, even if the process dies or freezes. A process that resumes after that stores nothing more of
 * its batch. Its insert may already have begun, so a batch with one of its outlets waits until the insert has ended
 * (`server/inserts/`). A batch that arrives during the wait for the locks may join, if no other process holds its
 * outlets.
 */
export function createOutletLocks<Work, Result>(
  { accounts, events, waitMs = WAIT_MS }: Needs,
  work: (works: readonly Work[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): OutletLocks<Work, Result> {
  const inserts = createRunningInserts({ accounts, events });
  let held: Held | null = null;

  async function underLock(jobs: Job<Work>[], late: LateJobs<Job<Work>>, tx: Transaction<AccountsSchema>) {
    const locked = await lockOutletRows(tx, new Set(jobs.flatMap(({ outletKeys }) => outletKeys)));
    const alive = setInterval(() => void confirmLocks(tx).catch(() => undefined), ALIVE_EVERY_MS);
    try {
      for (const job of await letIn(late, locked)) jobs.push(job);
      const { lockXid, lost } = await inserts.findLost(tx);
      const blockers = jobs.map((job) => blockersOf(job, lost));
      const free = jobs.filter((_, index) => blockers[index]?.length === 0);
      const { done, isUnanswered } = await workOn(free, tx, lockXid);
      const next = done.values();
      const outcomes = blockers.flatMap((by): Outcome<Result>[] => {
        const outcome: Outcome<Result> | undefined = by.length > 0 ? { status: 'blocked', by } : next.next().value;
        return outcome === undefined ? [] : [outcome];
      });
      return { outcomes, isUnanswered };
    } finally {
      clearInterval(alive);
    }
  }

  /**
   * Adds jobs that arrived while other processes held the outlets, so that they need not wait again after this group.
   */
  async function letIn(late: LateJobs<Job<Work>>, locked: LockedOutlets) {
    const came = late.waiting();
    const free = new Set(await locked.lockFree(came.map(({ outletKeys }) => outletKeys)));
    const joined = came.filter(({ outletKeys }) => free.has(outletKeys));
    late.take(new Set(joined));
    return joined;
  }

  /** Runs the jobs. Meanwhile, the record of their insert is written, because the insert waits for it. */
  async function workOn(jobs: readonly Job<Work>[], tx: Held['tx'], lockXid: number) {
    if (jobs.length === 0) return { done: [], isUnanswered: false };
    const outletKeys = [...new Set(jobs.flatMap((job) => job.outletKeys))];
    const own: Held = { tx, ...inserts.begin(lockXid, outletKeys), isUnanswered: false };
    held = own;
    try {
      const done = await work(jobs.map((job) => job.work));
      return { done, isUnanswered: own.isUnanswered };
    } finally {
      held = null;
      await own.written.catch(() => undefined);
      if (!own.isUnanswered) inserts.end(own.id);
    }
  }

  const lost = (cause?: unknown) => new NothingStoredError('The locks of the outlets are lost.', { cause });

  async function confirm(own: Held): Promise<void> {
    if (held !== own) throw lost();
    await confirmLocks(own.tx).catch((error: unknown) => Promise.reject(lost(error)));
  }

  async function insert(send: Parameters<OutletLocks<Work, Result>['insert']>[0]): Promise<void> {
    const own = held;
    if (own === null) throw lost();
    await own.written.catch((cause: unknown) => {
      throw new NothingStoredError('The insert could not be recorded.', { cause });
    });
    try {
      await send({ id: own.id, confirm: () => confirm(own), heldForMs: HELD_FOR_MS }, own.tx);
    } catch (error) {
      own.isUnanswered ||= mayStillRun(error);
      throw error;
    }
  }

  /**
   * Runs a group in a transaction. If its insert got no response, aborts the transaction: the insert then counts as
   * lost until it has ended.
   */
  async function runGroup(jobs: readonly Job<Work>[], late: LateJobs<Job<Work>>): Promise<readonly Outcome<Result>[]> {
    // If the transaction runs again, jobs that joined stay in the group.
    const all = [...jobs];
    let unanswered: readonly Outcome<Result>[] | null = null;
    try {
      return await accounts.transaction().execute(async (tx) => {
        const { outcomes, isUnanswered } = await underLock(all, late, tx);
        if (!isUnanswered) return outcomes;
        unanswered = outcomes;
        throw new Error('The insert had no answer.');
      });
    } catch (error) {
      // The locks are lost, but the insert may have ended. If so, no other process has to wait for it.
      await inserts.removeEnded().catch(() => undefined);
      if (unanswered !== null) return unanswered;
      throw error;
    }
  }

  const runner = createBatcher<Job<Work>, Outcome<Result>>({
    sizeOf: ({ events: size }) => size,
    enough: 1,
    largest: MOST_EVENTS,
    gatherMs: 0,
    runGroup,
  });
  return {
    insert,
    close: inserts.close,
    run: async (job) => {
      let outcome = await runner.run(job);
      const deadline = performance.now() + waitMs;
      while (outcome.status === 'blocked') {
        await inserts.untilEnded(outcome.by, deadline - performance.now()).catch((cause: unknown) => {
          throw storeUnavailable(cause);
        });
        outcome = await runner.run(job);
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    },
  };
}

/** Returns the ids of the lost inserts that include one of the job's outlets. */
function blockersOf<Work>({ outletKeys }: Job<Work>, lost: readonly LostInsertRow[]): string[] {
  if (lost.length === 0) return [];
  const keys = new Set(outletKeys);
  return lost.filter((one) => one.outletKeys.some((key) => keys.has(key))).map(({ id }) => id);
}

/** Whether the server may still be running the insert. False if it refused the rows, or if nothing was sent. */
const mayStillRun = (error: unknown): boolean =>
  !(error instanceof NothingStoredError) && (!(error instanceof EventsUnavailableError) || error.retryable);

/**
 * Number of buckets for all outlets. Earlier versions lock only entire buckets; they still exclude each other and this
 * version.
 */
const BUCKETS = 256;
/**
 * Maximum number of outlets that a process locks individually, besides their buckets. By default, PostgreSQL has room
 * for 6,400 locks in all transactions (`max_locks_per_transaction` times `max_connections`). A larger group therefore
 * locks entire buckets.
 */
const MOST_SINGLY = 500;

const bucketOf = (outletKey: number): number => outletKey % BUCKETS;

type Tx = Transaction<AccountsSchema>;

/** The outlets that a transaction has locked. */
type LockedOutlets = {
  /**
   * Also locks those sets of outlets that are free or already locked by this transaction, without waiting. Returns
   * those sets.
   */
  lockFree(sets: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]>;
};

/**
 * Locks outlets until the transaction ends. A small group locks each outlet individually, with a shared lock on its
 * bucket. A large group locks entire buckets, which waits for all processes that share them. If small groups did so
 * too, they would nearly always wait for each other, since 200 outlets are in 54 percent of the buckets. Buckets come
 * before outlets, and both in ascending order, which prevents deadlocks.
 */
export async function lockOutletRows(tx: Tx, outletKeys: ReadonlySet<number>): Promise<LockedOutlets> {
  const buckets = new Set([...outletKeys].map(bucketOf));
  if (outletKeys.size > MOST_SINGLY) {
    await lockBuckets(tx, [...buckets]);
    return { lockFree: (sets) => lockFreeBuckets(tx, buckets, sets) };
  }
  await shareBuckets(tx, [...buckets]);
  await lockSingly(tx, [...outletKeys]);
  return { lockFree: (sets) => lockFreeSingly(tx, { buckets, outlets: outletKeys }, sets) };
}

async function lockFreeBuckets(tx: Tx, held: ReadonlySet<number>, sets: readonly (readonly number[])[]) {
  const wanted = without(sets.flat().map(bucketOf), held);
  const free = wanted.length === 0 ? [] : await tryLockBuckets(tx, wanted);
  const ours = new Set([...held, ...free]);
  return sets.filter((keys) => keys.every((key) => ours.has(bucketOf(key))));
}

async function lockFreeSingly(
  tx: Tx,
  held: { readonly buckets: ReadonlySet<number>; readonly outlets: ReadonlySet<number> },
  sets: readonly (readonly number[])[],
) {
  const fitting = withinLimit(held.outlets, sets);
  const buckets = without(fitting.flat().map(bucketOf), held.buckets);
  const shared = new Set([...held.buckets, ...(buckets.length === 0 ? [] : await tryShareBuckets(tx, buckets))]);
  const wanted = without(fitting.flat(), held.outlets).filter((key) => shared.has(bucketOf(key)));
  const free = wanted.length === 0 ? [] : await tryLockSingly(tx, wanted);
  const ours = new Set([...held.outlets, ...free]);
  return fitting.filter((keys) => keys.every((key) => ours.has(key)));
}

/** Returns the sets, in order, that together stay within the limit of individual locks. */
function withinLimit(held: ReadonlySet<number>, sets: readonly (readonly number[])[]) {
  const all = new Set(held);
  return sets.filter((keys) => {
    const more = without(keys, all);
    if (all.size + more.length > MOST_SINGLY) return false;
    for (const key of more) all.add(key);
    return true;
  });
}

const without = (keys: readonly number[], known: ReadonlySet<number>): number[] => [
  ...new Set(keys.filter((key) => !known.has(key))),
];
