import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { SECOND_MS } from '#domain/durations.ts';
import type { EventsDb } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import { withTimeLimit } from '../../../lib/with-time-limit.ts';
import {
  deleteInserts,
  findLostInserts,
  isRecorded,
  type LostInsertRow,
  recordInsert,
} from './running-insert-queries.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** The pause between looks at a lost insert grows with the time since its loss, because a store may be away. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS, PART_OF_TIME] = [50, SECOND_MS, 1 / 20];

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsDb, 'hasInsertEnded'>;
  /** How long an insert may still begin after its locks are lost. */
  readonly heldForMs: number;
};

/**
 * Write-ahead records of inserts, for locks that vanish while an insert of their holder runs:
 * 1. A group locks its outlets and finds the lost inserts: their records are there, and their transactions were aborted.
 * 2. Batches with outlets of a lost insert wait until it has ended. Any process then removes its record.
 * 3. The other batches record their insert before it is sent.
 * 4. A transaction commits only if its insert has ended. The next record of the process replaces the ended one.
 */
type RunningInserts = {
  /** For a transaction that has locked its outlets, before it reads what is stored. Lost inserts are watched from now on. */
  findLost(tx: Transaction<AccountsSchema>): Promise<{
    readonly lockXid: number;
    readonly lost: readonly LostInsertRow[];
  }>;
  /** Records an insert of these outlets. It may be sent when `written` resolves. */
  begin(lockXid: number, outletKeys: readonly number[]): { readonly id: string; readonly written: Promise<void> };
  /** Notes that an insert has ended, or was never sent. */
  end(id: string): void;
  /** Removes the records of ended inserts. Otherwise the next record does so. */
  removeEnded(): Promise<void>;
  /** Waits until the lost inserts have ended. Rejects with 503 after the limit. */
  untilEnded(ids: readonly string[], limitMs: number): Promise<void>;
  /** Ends all waits at once, and removes the records when the work is over. */
  close(work: Promise<void>): Promise<void>;
};

export function createRunningInserts({ accounts, events, heldForMs }: Needs): RunningInserts {
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
      // Either store may be away. The record then stays, and its outlets wait.
      if (await removeIfEnded(id, lostForMs).catch(() => false)) return;
      const pauseMs = Math.min(Math.max(lostForMs * PART_OF_TIME, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function removeIfEnded(id: string, lostForMs: number): Promise<boolean> {
    // Its process may be alive and remove the record first.
    if (!(await isRecorded(accounts, id))) return true;
    if (!(await events.hasInsertEnded({ id, heldForMs, lostForMs }))) return false;
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
      // The insert waits for it, if there is one.
      written.catch(() => undefined);
      return { id, written };
    },
    end: (id) => void ended.add(id),
    removeEnded,
    async untilEnded(ids, limitMs) {
      try {
        await withTimeLimit(closing.signal, limitMs, () => Promise.all(ids.map(watch)));
      } catch (cause) {
        throw storeUnavailable(new Error('An insert that lost its locks has not ended.', { cause }));
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
