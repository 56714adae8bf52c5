import { type EmbeddedOptions, openEmbeddedEvents } from './embedded-events-db.ts';
import type { EventsStore } from './events-store.ts';
import type { SealLedger } from './seal-ledger.ts';
import { openServerEvents } from './server-events-db.ts';

export type EventsLocation = EmbeddedOptions | { readonly clickhouseUrl: string };

/**
 * Opens the events store, in this process or on a ClickHouse server, with its schema up to date. Throws an
 * `EventsUnavailableError` when another process uses the folder or the server does not answer.
 */
export const openEvents = (
  location: EventsLocation,
  ledger: SealLedger,
  now: () => number = Date.now,
): Promise<EventsStore> =>
  'dataDir' in location
    ? openEmbeddedEvents(location, ledger, now)
    : openServerEvents(location.clickhouseUrl, ledger, now);
