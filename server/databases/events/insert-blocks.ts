import { EVENT_COLUMNS, encodeEvents } from './event-encoder.ts';
import { type InsertFence, NothingStoredError, partlyStored, type StoredEvent } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { splitByWeek } from './weeks.ts';

/** Gives rows to the engine, in as many inserts as their weeks take. */
export async function insertBlocks(
  insertEvents: EventsEngine['insertEvents'],
  rows: readonly StoredEvent[],
  fence?: InsertFence,
): Promise<void> {
  let hasStored = false;
  for (const block of splitByWeek(rows)) {
    try {
      await insertEvents(EVENT_COLUMNS, encodeEvents(block), fence);
    } catch (error) {
      throw hasStored && error instanceof NothingStoredError ? partlyStored(error) : error;
    }
    hasStored = true;
  }
}
