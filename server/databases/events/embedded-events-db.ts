import { join } from 'node:path';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { createEventsStore, type EventsStore } from './events-store.ts';
import { migrateEvents } from './migrate-events.ts';
import { createRememberedEvents } from './remembered-events.ts';
import type { SealLedger } from './seal-ledger.ts';

/** The events store in this process, under `<dataDir>/events`. */
export async function openEmbeddedEvents(dataDir: string, ledger: SealLedger, now: () => number): Promise<EventsStore> {
  const engine = openEmbeddedEngine(join(dataDir, 'events'));
  try {
    await migrateEvents(engine, { cluster: null });
    const knownEvents = await createRememberedEvents(engine);
    void knownEvents.whenReady();
    return createEventsStore({
      engine,
      ledger,
      now,
      knownEvents,
      insertEvents: engine.insertEvents,
      close: engine.close,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}
