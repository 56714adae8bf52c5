import { sql, type Transaction } from 'kysely';
import { LOCK_CLASSES } from '../../../databases/accounts/lock-classes.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';

type Tx = Transaction<AccountsSchema>;

/** Time without a statement after which the server ends a transaction and frees its locks. */
const SILENT_MS = 5_000;
/**
 * How long to wait for locks before the sender must retry. This is longer than a frozen process keeps its locks, and
 * longer than a few groups take.
 */
const WAIT_MS = 8_000;

/** Sets the transaction's timeouts, as part of its first locking statement. */
const LIMITS = sql`(select set_config('idle_in_transaction_session_timeout', ${String(SILENT_MS)}, true),
  set_config('lock_timeout', ${String(WAIT_MS)}, true) offset 0) as limits`;

const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);

/** Locks the buckets until the transaction ends. The ascending order prevents deadlocks between processes. */
export async function lockBuckets(tx: Tx, buckets: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.outlets}::int, bucket)
    from ${LIMITS}, unnest(${ascending(buckets)}::int[]) with ordinality as wanted (bucket, place)`.execute(tx);
}

/**
 * Locks the buckets that are free, without waiting, and returns them. A transaction that does not wait cannot
 * deadlock.
 */
export async function tryLockBuckets(tx: Tx, buckets: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ bucket: number; is_ours: boolean }>`
    select bucket, pg_try_advisory_xact_lock(${LOCK_CLASSES.outlets}::int, bucket) as is_ours
      from unnest(${[...buckets]}::int[]) as wanted (bucket)`.execute(tx);
  return rows.filter(({ is_ours: isOurs }) => isOurs).map(({ bucket }) => bucket);
}

/**
 * Takes shared locks on the buckets. Several processes can share a bucket; while they do, no process can lock it
 * exclusively.
 */
export async function shareBuckets(tx: Tx, buckets: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASSES.outlets}::int, bucket)
    from ${LIMITS}, unnest(${ascending(buckets)}::int[]) with ordinality as wanted (bucket, place)`.execute(tx);
}

export async function tryShareBuckets(tx: Tx, buckets: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ bucket: number; is_ours: boolean }>`
    select bucket, pg_try_advisory_xact_lock_shared(${LOCK_CLASSES.outlets}::int, bucket) as is_ours
      from unnest(${[...buckets]}::int[]) as wanted (bucket)`.execute(tx);
  return rows.filter(({ is_ours: isOurs }) => isOurs).map(({ bucket }) => bucket);
}

/** Locks individual outlets by key. The transaction must already share their buckets. */
export async function lockSingly(tx: Tx, outletKeys: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.singleOutlets}::int, outlet)
    from unnest(${ascending(outletKeys)}::int[]) with ordinality as wanted (outlet, place)`.execute(tx);
}

export async function tryLockSingly(tx: Tx, outletKeys: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ outlet: number; is_ours: boolean }>`
    select outlet, pg_try_advisory_xact_lock(${LOCK_CLASSES.singleOutlets}::int, outlet) as is_ours
      from unnest(${[...outletKeys]}::int[]) as wanted (outlet)`.execute(tx);
  return rows.filter(({ is_ours: isOurs }) => isOurs).map(({ outlet }) => outlet);
}
