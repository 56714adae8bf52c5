import type { EventsReader } from '#event-store/event-store.ts';
import { batchKeys } from '../../lib/batch-keys.ts';
import { countVisitorViews } from './serve-events-queries.ts';

type ReadVisitorViews = (wanted: { flightKey: number; fromMs: number }) => Promise<ReadonlyMap<string, number>>;

/** Reads all flights of one batch in one query: an outlet may show hundreds that cap their visitors. */
export function createReadVisitorViews(events: EventsReader): ReadVisitorViews {
  const starts = new Map<number, number>();
  const read = batchKeys<number, ReadonlyMap<string, number>>((flightKeys) =>
    countVisitorViews(
      events,
      flightKeys.map((flightKey) => ({ flightKey, fromMs: starts.get(flightKey) ?? 0 })),
    ),
  );
  return async ({ flightKey, fromMs }) => {
    starts.set(flightKey, fromMs);
    return (await read(flightKey)) ?? new Map();
  };
}
