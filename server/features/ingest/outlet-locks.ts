import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { createGroupRunner } from './group-runner.ts';
import { lockBuckets } from './spend-queries.ts';

/** Locks in one transaction are few, however many outlets a batch has: the server has room for some thousands. */
const BUCKETS = 256;
const MOST_EVENTS = 12_000;

type Job = { readonly outletKeys: readonly number[]; readonly events: number; readonly run: () => Promise<unknown> };

export type OutletLocks = {
  /** Runs the work while no other process works on events of these outlets. */
  run<Result>(outletKeys: readonly number[], events: number, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Two processes must not both find an id absent, or a view without its click. The outlets of a batch are locked in
 * PostgreSQL from the look-up until its rows are stored; batches of one process share a transaction, and its end gives the
 * locks back, also when the process dies.
 */
export function createOutletLocks(accounts: AccountsDb): OutletLocks {
  const runner = createGroupRunner<Job, PromiseSettledResult<unknown>>({
    sizeOf: ({ events }) => events,
    enough: 1,
    largest: MOST_EVENTS,
    gatherMs: 0,
    runGroup: (jobs) =>
      accounts.transaction().execute(async (tx) => {
        const buckets = new Set(jobs.flatMap(({ outletKeys }) => outletKeys.map((key) => key % BUCKETS)));
        await lockBuckets(tx, [...buckets]);
        return Promise.allSettled(jobs.map(({ run }) => run()));
      }),
  });
  return {
    run: async (outletKeys, events, work) => {
      let result: { readonly value: Awaited<ReturnType<typeof work>> } | undefined;
      const settled = await runner.run({
        outletKeys,
        events,
        run: async () => {
          result = { value: await work() };
        },
      });
      if (settled.status === 'rejected') throw settled.reason;
      if (result === undefined) throw new Error('a batch under lock ended without a result');
      return result.value;
    },
  };
}
