import type { EventsReader } from '../../databases/events/events-db.ts';
import { gatherKeys } from '../../lib/gather-keys.ts';
import { countVisitorViews } from './serve-events-queries.ts';

type ReadVisitorViews = (wanted: { flightKey: number; fromMs: number }) => Promise<ReadonlyMap<string, number>>;

/** All flights of one turn by one question: an outlet may show hundreds that cap their visitors. */
export function createReadVisitorViews(events: EventsReader): ReadVisitorViews {
  const starts = new Map<number, number>();
  const read = gatherKeys<number, ReadonlyMap<string, number>>((flightKeys) =>
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
