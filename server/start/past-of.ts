import { backdateArrivals } from '../databases/events/backdate-arrivals.ts';
import type { EventsStore } from '../databases/events/events-store.ts';

/** Lets the demo write its history, which is too old for regular ingestion. */
export const pastOf = (events: EventsStore) => ({
  insert: (rows: Parameters<EventsStore['insert']>[0]) => events.insert(rows),
  backdate: (beforeMs: number) => backdateArrivals(events, beforeMs),
});
