import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { EventsDb } from '#event-store/event-store.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { withTimeLimit } from '../lib/with-time-limit.ts';
import {
  deleteInserts,
  findLostInserts,
  isRecorded,
  type LostInsertRow,
  recordInsert,
} from './running-insert-queries.ts';

/**
 * Bounds of the pause between checks of a lost insert. The pause grows with the time since the loss, because a store
 * may be unavailable.
 */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS, PART_OF_TIME] = [50, SECOND_MS, 1 / 20];

/**
 * How long an insert may still start after its locks are lost. Shorter than the time after which the server frees the
 * locks of a silent process. The difference is the time that storing takes.
 */
export const HELD_FOR_MS = 3_000;

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsDb, 'hasInsertEnded'>;
};

/**
 * Write-ahead records of inserts, for locks that are lost while their owner's insert runs:
 * 1. A group locks its outlets and finds the lost inserts: those that are recorded although their transactions were
 * aborted.
 * 2. Batches with outlets of a lost insert wait until it has ended. Any process then removes its record.
 * 3. The other batches record their insert before it is sent.
 * 4. A transaction commits only if its insert has ended. The process's next record replaces the ended one.
 */
type RunningInserts = {
  /**
   * Finds lost inserts and starts to watch them. Call this in a transaction that has locked its outlets, before it
   * reads stored events.
   */
  findLost(tx: Transaction<AccountsSchema>): Promise<{
    readonly lockXid: number;
    readonly lost: readonly LostInsertRow[];
  }>;
  /** Records an insert for these outlets. The insert may be sent once `written` resolves. */
  begin(lockXid: number, outletKeys: readonly number[]): { readonly id: string; readonly written: Promise<void> };
  /** Marks an insert as ended or never sent. */
  end(id: string): void;
  /** Removes the records of ended inserts. If this is not called, the next record removes them. */
  removeEnded(): Promise<void>;
  /** Waits until the lost inserts have ended. Rejects after `limitMs`. */
  untilEnded(ids: readonly string[], limitMs: number): Promise<void>;
  /** Ends all waits immediately, and removes the records once the work is done. */
  close(work: Promise<void>): Promise<void>;
};

export function createRunningInserts({ accounts, events }: Needs): RunningInserts {
  const ended = new Set<string>();
  const watched = new Map<string, Promise<void>>();
  const closing = new AbortController();

  function watch(id: string): Promise<void> {
    const known = watched.get(id);
    if (known !== undefined) return known;
    const watching = removeWhenEnded(id).finally(() => watched.delete(id));
    watched.set(id, watching);
    return watching;
  }

  async function removeWhenEnded(id: string): Promise<void> {
    const sinceMs = performance.now();
    while (!closing.signal.aborted) {
      const lostForMs = performance.now() - sinceMs;
      // Either store may be unavailable. The record then stays, and its outlets wait.
      if (await removeIfEnded(id, lostForMs).catch(() => false)) return;
      const pauseMs = Math.min(Math.max(lostForMs * PART_OF_TIME, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function removeIfEnded(id: string, lostForMs: number): Promise<boolean> {
    // The process that sent the insert may be alive and remove the record first.
    if (!(await isRecorded(accounts, id))) return true;
    if (!(await events.hasInsertEnded({ id, heldForMs: HELD_FOR_MS, lostForMs }))) return false;
    await deleteInserts(accounts, [id]);
    return true;
  }

  async function removeEnded(): Promise<void> {
    const ids = [...ended];
    if (ids.length === 0) return;
    await deleteInserts(accounts, ids);
    for (const id of ids) ended.delete(id);
  }

  async function record(id: string, lockXid: number, outletKeys: readonly number[]): Promise<void> {
    const ids = [...ended];
    await recordInsert(accounts, { id, lockXid, outletKeys }, ids);
    for (const one of ids) ended.delete(one);
  }

  return {
    async findLost(tx) {
      const { lockXid, lost } = await findLostInserts(tx);
      const others = lost.filter(({ id }) => !ended.has(id));
      for (const { id } of others) void watch(id);
      return { lockXid, lost: others };
    },
    begin: (lockXid, outletKeys) => {
      const id = `ingest-${randomUUID()}`;
      const written = record(id, lockXid, outletKeys);
      // The insert, if any, waits for `written` and reports its error.
      written.catch(() => undefined);
      return { id, written };
    },
    end: (id) => void ended.add(id),
    removeEnded,
    async untilEnded(ids, limitMs) {
      try {
        await withTimeLimit(closing.signal, limitMs, () => Promise.all(ids.map(watch)));
      } catch (cause) {
        throw new Error('An insert that lost its locks has not ended.', { cause });
      }
    },
    async close(work) {
      closing.abort();
      await work;
      await Promise.all(watched.values());
      await removeEnded().catch(() => undefined);
    },
  };
}

/**
 * Waits until every insert that has lost its locks has ended, for work that must not overlap with one of them. Rejects
 * after a minute, because a store may be unavailable.
 */
export async function awaitLostInserts(needs: Needs): Promise<void> {
  const inserts = createRunningInserts(needs);
  try {
    const { lost } = await needs.accounts.transaction().execute((tx) => inserts.findLost(tx));
    const ids = lost.map(({ id }) => id);
    await inserts.untilEnded(ids, MINUTE_MS);
  } finally {
    await inserts.close(Promise.resolve());
  }
}
