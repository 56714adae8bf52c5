import type { KnownEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { createKnownIndex } from './known-index.ts';

export type RecentEvents = {
  /** Only events that are on disk. */
  add(rows: readonly KnownEvent[]): void;
  event(wanted: WantedEvent): KnownEvent | undefined;
  /** The event in the slot of a view. */
  follower(wanted: WantedFollow): KnownEvent | undefined;
};

/** There are two halves, about 4 MB in total; each has room for a largest batch. */
const MOST_EVENTS = 10_000;

/**
 * Caches the newest stored events, because most look-ups want those. A click names the view before it, and a batch
 * whose answer got lost is resent at once. Looking 70 views up in the store takes 30 ms of CPU, here nothing. When the
 * younger half is full, the older one is dropped.
 */
export function createRecentEvents(): RecentEvents {
  let younger = createKnownIndex();
  let older = createKnownIndex();
  return {
    add: (rows) => {
      for (const row of rows) {
        if (older.event(row) !== undefined) continue;
        if (younger.size >= MOST_EVENTS) {
          older = younger;
          younger = createKnownIndex();
        }
        younger.add(row);
      }
    },
    event: (wanted) => younger.event(wanted) ?? older.event(wanted),
    follower: (wanted) => older.follower(wanted) ?? younger.follower(wanted),
  };
}
