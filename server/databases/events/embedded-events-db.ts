import { join } from 'node:path';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { createKnownEventsLookup } from './known-events.ts';
import { migrateEvents } from './migrate-events.ts';
import type { SealLedger } from './seal-ledger.ts';

/** The events store in this process, under `<dataDir>/events`. */
export async function openEmbeddedEvents(dataDir: string, ledger: SealLedger, now: () => number): Promise<EventsStore> {
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  try {
    await migrateEvents(engine, { cluster: null });
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
