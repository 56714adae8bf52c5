import { EVENT_COLUMNS, encodeEvents } from './event-encoder.ts';
import {
  EventsUnavailableError,
  type InsertFence,
  NothingStoredError,
  partlyStored,
  type StoredEvent,
} from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { splitByWeek } from './weeks.ts';

/**
 * Sends rows to the engine as concurrent inserts, split by week. A batch then takes as long as its slowest insert
 * instead of the sum of all.
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
  const others = errors.filter((error) => !(error instanceof NothingStoredError));
  // Only a rejection of the rows is final. A block whose outcome is unknown may still be stored.
  const unsure = others.find((error) => !isRefusal(error)) ?? others[0];
  if (unsure !== undefined) throw unsure;
  const [first] = errors as NothingStoredError[];
  throw errors.length < outcomes.length && first !== undefined ? partlyStored(first) : first;
}

const isRefusal = (error: unknown): boolean => error instanceof EventsUnavailableError && !error.retryable;
