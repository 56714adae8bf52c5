import { EVENT_COLUMNS, encodeEvents } from './event-encoder.ts';
import { type InsertFence, NothingStoredError, partlyStored, type StoredEvent } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { splitByWeek } from './weeks.ts';

/**
 * Sends rows to the engine as concurrent inserts, split by week. A batch waits for the slowest insert, not for all in
 * turn.
 */
export async function insertBlocks(
  insertEvents: EventsEngine['insertEvents'],
  rows: readonly StoredEvent[],
  fence?: InsertFence,
): Promise<void> {
  const inserts = splitByWeek(rows).map((block) => insertEvents(EVENT_COLUMNS, encodeEvents(block), fence));
  const outcomes = await Promise.allSettled(inserts);
  const errors = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
  if (errors.length === 0) return;
  const unsure = errors.find((error) => !(error instanceof NothingStoredError));
  if (unsure !== undefined) throw unsure;
  const [first] = errors as NothingStoredError[];
  throw errors.length < outcomes.length && first !== undefined ? partlyStored(first) : first;
}
