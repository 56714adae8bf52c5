import type { KnownEvent } from '#event-store/event-store.ts';
import type { UnconfirmedRows } from './decide-batch.ts';

/** Stored events by id. Events from several outlets may have the same id. */
export type StoredById = ReadonlyMap<bigint, readonly KnownEvent[]>;

export function byId(found: readonly KnownEvent[]): StoredById {
  const stored = new Map<bigint, KnownEvent[]>();
  for (const event of found) {
    const others = stored.get(event.eventId);
    if (others === undefined) stored.set(event.eventId, [event]);
    else others.push(event);
  }
  return stored;
}

/** Returns the flights of the views that clicks and burns name. */
export function flightKeysOf(views: readonly bigint[], stored: StoredById, unconfirmed: UnconfirmedRows): Set<number> {
  const flightKeys = new Set<number>();
  for (const viewId of views) {
    for (const { flightKey } of stored.get(viewId) ?? []) if (flightKey !== 0) flightKeys.add(flightKey);
    const unsure = unconfirmed.row(viewId)?.flightKey ?? 0;
    if (unsure !== 0) flightKeys.add(unsure);
  }
  return flightKeys;
}
