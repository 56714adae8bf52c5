import { createEventsStore, type EventsStore } from './events-store.ts';
import { noteBrokenParts } from './find-broken-parts.ts';
import { createKnownEventsLookup } from './known-events.ts';
import { migrateEvents } from './migrate-events.ts';
import type { SealLedger } from './seal-ledger.ts';
import { openServerEngine } from './server-engine.ts';

/** The events store on a ClickHouse server. Several API processes may use it at once, so ids are always looked up there. */
export async function openServerEvents(url: string, ledger: SealLedger, now: () => number): Promise<EventsStore> {
  const engine = openServerEngine(url);
  try {
    await migrateEvents(engine, { cluster: null });
    await ledger.beginProcess();
    await noteBrokenParts(engine, ledger, now());
    return createEventsStore({
      engine,
      ledger,
      now,
      knownEvents: createKnownEventsLookup(engine),
      insertEvents: engine.insertEvents,
      close: engine.close,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}
