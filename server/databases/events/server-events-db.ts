import { DEFAULT_FREE_BYTES } from './disk-guard.ts';
import { collectRows, type EventsEngine } from './events-engine.ts';
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
      canInsert: () => hasRoom(engine),
      insertEvents: engine.insertEvents,
      close: engine.close,
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** No disk of the server has room for inserts; one that may not be asked is taken to have. */
async function hasRoom(engine: EventsEngine): Promise<boolean> {
  const settings = { max_execution_time: 2 };
  const sql = 'SELECT toUInt64(max(unreserved_space)) AS bytes FROM system.disks';
  const rows = await collectRows<{ bytes: string }>(engine, { sql, params: {}, settings, lane: 'small' }).catch(
    () => [],
  );
  return rows[0] === undefined || Number(rows[0].bytes) >= DEFAULT_FREE_BYTES;
}
