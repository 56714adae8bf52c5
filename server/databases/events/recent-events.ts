import type { KnownEvent, StoredEvent, WantedEvent } from './events-db.ts';

export type RecentEvents = {
  /** Only events that are on disk. */
  add(rows: readonly StoredEvent[]): void;
  split(wanted: readonly WantedEvent[]): { known: KnownEvent[]; others: readonly WantedEvent[] };
};

/** Two of these are kept, about 4 MB; each is a largest batch. */
const MOST_EVENTS = 10_000;

/**
 * The events stored last, because those are asked for: a click names the view before it, and a batch whose answer got lost
 * comes again at once. Looking 70 views up in the store takes 30 ms of CPU, here nothing. When the younger half is full,
 * the older one is forgotten.
 */
export function createRecentEvents(): RecentEvents {
  let younger = new Map<bigint, KnownEvent>();
  let older = new Map<bigint, KnownEvent>();
  return {
    add: (rows) => {
      for (const { eventId, outletKey, timestampMs, kind, flightKey, viewId, invalid } of rows) {
        if (older.has(eventId) || younger.has(eventId)) continue;
        if (younger.size >= MOST_EVENTS) {
          older = younger;
          younger = new Map();
        }
        younger.set(eventId, { eventId, outletKey, timestampMs, kind, flightKey, viewId, invalid });
      }
    },
    split: (wanted) => {
      const known: KnownEvent[] = [];
      const others: WantedEvent[] = [];
      for (const one of wanted) {
        const event = younger.get(one.eventId) ?? older.get(one.eventId);
        if (event?.outletKey !== one.outletKey) others.push(one);
        else known.push(event);
      }
      return { known, others };
    },
  };
}
