import { openEmbeddedEvents } from './embedded-events-db.ts';
import type { EventsStore } from './events-store.ts';
import type { SealLedger } from './seal-ledger.ts';

export type EventsLocation = { readonly dataDir: string } | { readonly clickhouseUrl: string };

/**
 * Opens the events store, in this process or on a ClickHouse server, with its schema up to date. Throws an
 * `EventsUnavailableError` when another process uses the folder or the server does not answer.
 */
export function openEvents(
  location: EventsLocation,
  ledger: SealLedger,
  now: () => number = Date.now,
): Promise<EventsStore> {
  if ('dataDir' in location) return openEmbeddedEvents(location.dataDir, ledger, now);
  throw new Error('not yet');
}
