import type { EventsStore } from '#event-store/operations.ts';
import { backdateArrivals } from '#event-store/operations.ts';

/** Returns functions that let the demo write its history, which is too old for regular ingestion. */
export const pastOf = (events: EventsStore) => ({
  insert: (rows: Parameters<EventsStore['insert']>[0]) => events.insert(rows),
  backdate: (beforeMs: number) => backdateArrivals(events, beforeMs),
});
