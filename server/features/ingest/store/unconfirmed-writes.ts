import { followSlot } from '#event-store/event-store.ts';
import type { UnconfirmedRows } from '../decide/decide-batch.ts';
import type { StoredRow } from '../decide/stored-row.ts';

/** Maximum rows of failed inserts in memory, about 40 MB. */
const MAX_UNCONFIRMED = 100_000;

/**
 * Rows of inserts whose outcome is unknown. Such an event is never decided again, because its first row may be stored.
 * If the event comes again, the same row is stored again.
 */
export type UnconfirmedWrites = UnconfirmedRows & {
  isEmpty(): boolean;
  /** Adds rows, and returns those for which there is no more room. */
  add(rows: readonly StoredRow[]): StoredRow[];
  /** Removes rows that are stored now. */
  remove(rows: readonly StoredRow[]): void;
};

/** After `keepMs`, a row that the store does not show is known to be absent. Its event is then decided again. */
export function createUnconfirmedWrites(keepMs: number): UnconfirmedWrites {
  const addedAt = new WeakMap<StoredRow, number>();
  const young = (row: StoredRow | undefined): StoredRow | undefined =>
    row !== undefined && performance.now() - (addedAt.get(row) ?? 0) < keepMs ? row : undefined;
  const byId = new Map<bigint, StoredRow>();
  const bySlot = new Map<bigint, StoredRow>();

  function forget(row: StoredRow): void {
    byId.delete(row.eventId);
    if (row.kind === 'view') return;
    const slot = followSlot(row);
    if (bySlot.get(slot)?.eventId === row.eventId) bySlot.delete(slot);
  }

  return {
    isEmpty: () => byId.size === 0,
    row: (eventId) => young(byId.get(eventId)),
    follower: (follow) => young(bySlot.get(followSlot(follow))),
    add: (rows) => {
      for (const row of rows) {
        byId.set(row.eventId, row);
        addedAt.set(row, performance.now());
        if (row.kind !== 'view' && !bySlot.has(followSlot(row))) bySlot.set(followSlot(row), row);
      }
      const forgotten: StoredRow[] = [];
      for (const row of byId.values()) {
        if (byId.size <= MAX_UNCONFIRMED) break;
        forget(row);
        forgotten.push(row);
      }
      return forgotten;
    },
    remove: (rows) => {
      if (byId.size > 0) for (const row of rows) forget(row);
    },
  };
}
