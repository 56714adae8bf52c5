import type { KnownEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { createKnownIndex } from './known-index.ts';

export type RecentEvents = {
  /** Only events that are on disk. */
  add(rows: readonly KnownEvent[]): void;
  event(wanted: WantedEvent): KnownEvent | undefined;
  /** What holds the place at a view. */
  follower(wanted: WantedFollow): KnownEvent | undefined;
};

/** Two of these are kept, about 4 MB; each is a largest batch. */
const MOST_EVENTS = 10_000;

/**
 * The events stored last, because those are asked for: a click names the view before it, and a batch whose answer got lost
 * comes again at once. Looking 70 views up in the store takes 30 ms of CPU, here nothing. When the younger half is full,
 * the older one is forgotten.
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
