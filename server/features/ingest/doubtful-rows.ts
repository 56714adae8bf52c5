import { followSlot } from '../../databases/events/follow-slot.ts';
import type { DoubtfulRows } from './settle-batch.ts';
import type { SettledRow } from './settled-row.ts';

/** Rows of failed inserts that are remembered; about 40 MB. */
const MOST_DOUBTFUL = 100_000;

/**
 * Rows of inserts of which it is not known whether they happened. Such an event is never decided anew, because the first
 * row may still be there: when it comes again, the same row is stored again.
 */
export type DoubtfulBook = DoubtfulRows & {
  /** Answers the rows that there is no more room for. */
  add(rows: readonly SettledRow[]): SettledRow[];
  /** They are stored now. */
  remove(rows: readonly SettledRow[]): void;
};

/** After `keepMs` a row that the store does not show is known not to be there: its event is decided anew then. */
export function createDoubtfulRows(keepMs: number): DoubtfulBook {
  const addedAt = new WeakMap<SettledRow, number>();
  const young = (row: SettledRow | undefined): SettledRow | undefined =>
    row !== undefined && performance.now() - (addedAt.get(row) ?? 0) < keepMs ? row : undefined;
  const byId = new Map<bigint, SettledRow>();
  const bySlot = new Map<bigint, SettledRow>();

  function forget(row: SettledRow): void {
    byId.delete(row.eventId);
    if (row.kind === 'view') return;
    const slot = followSlot(row);
    if (bySlot.get(slot)?.eventId === row.eventId) bySlot.delete(slot);
  }

  return {
    row: (eventId) => young(byId.get(eventId)),
    follower: (follow) => young(bySlot.get(followSlot(follow))),
    add: (rows) => {
      for (const row of rows) {
        byId.set(row.eventId, row);
        addedAt.set(row, performance.now());
        if (row.kind !== 'view' && !bySlot.has(followSlot(row))) bySlot.set(followSlot(row), row);
      }
      const forgotten: SettledRow[] = [];
      for (const row of byId.values()) {
        if (byId.size <= MOST_DOUBTFUL) break;
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
