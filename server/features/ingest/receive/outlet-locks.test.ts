import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import { copiedPostgresEngine } from '../../../databases/accounts/testing/open-engines.ts';
import { eventually } from '../../../testing/eventually.ts';
import { hasPostgres } from '../../../testing/servers/ask-servers.ts';
import { lockBuckets } from './outlet-lock-queries.ts';
import { createOutletLocks, lockOutletRows } from './outlet-locks.ts';

describe.skipIf(!hasPostgres())('outlets that another process has locked', () => {
  // Locks belong to a database, so this test has its own database.
  const engine = copiedPostgresEngine();
  let accounts: AccountsDb;
  let other: AccountsDb;
  const events = { hasInsertEnded: async () => true };
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    other = await engine.open();
  });
  afterAll(async () => {
    await Promise.all([accounts, other].map((one) => one.destroy()));
    await engine.remove();
  });

  /** Locks entire buckets in the other process, as an earlier version does, until the returned function is called. */
  const holdElsewhere = (...buckets: number[]) => hold((tx) => lockBuckets(tx, buckets));
  /** Locks outlets in the other process. */
  const holdOutlets = (...outletKeys: number[]) => hold((tx) => lockOutletRows(tx, new Set(outletKeys)));

  async function hold(lock: (tx: Transaction<AccountsSchema>) => Promise<unknown>) {
    let returnUnused: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      returnUnused = resolve;
    });
    let ended: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      ended = other.transaction().execute(async (tx) => {
        await lock(tx);
        resolve();
        await over;
      });
    });
    return async () => {
      returnUnused();
      await ended;
    };
  }

  const waiting = () =>
    sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(other);
  const isWaiting = () => eventually(async () => expect((await waiting()).rows).toHaveLength(1));

  function createNotingLocks() {
    const groups: string[][] = [];
    const locks = createOutletLocks<string, string>({ accounts, events }, async (works) => {
      groups.push([...works]);
      return works.map((work) => {
        if (work === 'odd') return { status: 'rejected', reason: new Error('odd') };
        return { status: 'fulfilled', value: `${work} done` };
      });
    });
    const run = (work: string, events: number, ...outletKeys: number[]) => locks.run({ outletKeys, events, work });
    return { groups, run };
  }

  test('are waited for together by later batches, including batches with unlocked outlets', async () => {
    const { groups, run } = createNotingLocks();
    const returnUnused = await holdElsewhere(1);
    const first = run('first', 10, 1);
    await isWaiting();
    const others = [run('of the same outlet', 1, 1), run('of another', 1, 2, 1), run('odd', 1, 3)];
    await returnUnused();
    const results = await Promise.allSettled([first, ...others]);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      'first done',
      'of the same outlet done',
      'of another done',
      'Error: odd',
    ]);
    expect(groups).toEqual([['first', 'of the same outlet', 'of another', 'odd']]);
  });

  test('delay only batches that need them, and each batch runs exactly once', async () => {
    const { groups, run } = createNotingLocks();
    const returnUnused = await holdElsewhere(1);
    const first = run('first', 10, 1);
    await isWaiting();
    const all = [first, run('free', 1, 5), run('too large', 11_990, 5), run('free too', 1, 6)];
    await returnUnused();
    await Promise.all(all);
    expect(groups).toEqual([['first', 'free', 'free too'], ['too large']]);
  });

  test('do not delay other batches, and batches that need them run when they are free', async () => {
    const { groups, run } = createNotingLocks();
    const [returnUnused, giveBackLater] = [await holdElsewhere(1), await holdElsewhere(9)];
    const first = run('first', 1, 1);
    await isWaiting();
    const later = run('later', 1, 9, 1);
    await returnUnused();
    expect(await first).toBe('first done');
    expect(groups).toEqual([['first']]);
    await giveBackLater();
    expect(await later).toBe('later done');
    expect(groups).toEqual([['first'], ['later']]);
  });

  /** More outlets than a process locks individually. Together they are in every bucket. */
  const MANY = Array.from({ length: 600 }, (_, index) => 10_000 + index);

  test('do not delay other outlets of their bucket: two processes with 200 outlets each work concurrently', async () => {
    const { run } = createNotingLocks();
    const every = (first: number) => Array.from({ length: 200 }, (_, index) => first + index * 2);
    const returnUnused = await holdOutlets(...every(1_000));
    expect(await run('beside', 1, ...every(1_001))).toBe('beside done');
    await returnUnused();
  });

  test('are locked by one process only, individually or by buckets', async () => {
    for (const [held, wanted] of [
      [[7], [7, 8]],
      [MANY, [10_007]],
      [[10_007], MANY],
      [MANY, MANY.slice(300)],
    ] as const) {
      const { groups, run } = createNotingLocks();
      const returnUnused = await holdOutlets(...held);
      const work = run('waits', 1, ...wanted);
      await isWaiting();
      expect(groups).toEqual([]);
      await returnUnused();
      expect(await work).toBe('waits done');
    }
  });

  test('admit batches that come meanwhile if all their outlets can be locked individually', async () => {
    const { groups, run } = createNotingLocks();
    const returnUnused = await holdOutlets(1);
    const first = run('first', 1, 1);
    await isWaiting();
    const others = [run('many', 1, ...MANY), run('few', 1, 2, 258), run('same bucket', 1, 257)];
    await returnUnused();
    await Promise.all([first, ...others]);
    expect(groups).toEqual([['first', 'few', 'same bucket'], ['many']]);
  });
});
