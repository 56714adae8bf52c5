import type { Transaction } from 'kysely';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import {
  lockBuckets,
  lockSingly,
  shareBuckets,
  tryLockBuckets,
  tryLockSingly,
  tryShareBuckets,
} from './outlet-lock-queries.ts';

/** Buckets of all outlets. Earlier versions lock only whole buckets, and still exclude each other and this version. */
const BUCKETS = 256;
/**
 * Outlets that a process locks individually, besides their buckets. PostgreSQL has room for 6,400 locks of all
 * transactions by default (`max_locks_per_transaction` times `max_connections`). A larger group therefore locks whole
 * buckets.
 */
const MOST_SINGLY = 500;

const bucketOf = (outletKey: number): number => outletKey % BUCKETS;

type Tx = Transaction<AccountsSchema>;

/** The outlets that a transaction has locked. */
export type LockedOutlets = {
  /** Also locks the sets that are free or already locked by this transaction, without waiting. Returns those sets. */
  lockFree(sets: readonly (readonly number[])[]): Promise<readonly (readonly number[])[]>;
};

/**
 * Locks outlets until the transaction ends. A small group locks each outlet individually, with a shared lock on its
 * bucket. 200 outlets are in 54 percent of the buckets, so two processes with large groups nearly always waited for
 * each other. A large group locks whole buckets, which waits for all processes that share them. Buckets come before
 * outlets, and both in ascending order, which prevents deadlocks.
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

/** The sets, in order, that together stay within the limit of individual locks. */
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
