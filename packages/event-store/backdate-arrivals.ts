import { onEachShard } from './each-shard.ts';
import type { EventsStore } from './events-store.ts';

/** Delay between the time of an event and its recorded arrival, in seconds. */
const ARRIVED_AFTER_SECONDS = 2;

/**
 * Sets the arrival of each stored event before `beforeMs` (epoch ms) to shortly after its own time, as if outlets had
 * reported it immediately. Only for generated history: the arrival time of a real event is evidence. Idempotent.
 */
export async function backdateArrivals({ engine }: Pick<EventsStore, 'engine'>, beforeMs: number): Promise<void> {
  if (!Number.isSafeInteger(beforeMs)) throw new RangeError('an instant is a whole number of milliseconds');
  const arrived = `toDateTime(ts, 'UTC') + ${ARRIVED_AFTER_SECONDS}`;
  await onEachShard(
    engine,
    (rowsOf) => `ALTER TABLE ${rowsOf('events')} UPDATE ingested_at = ${arrived}
      WHERE ts < fromUnixTimestamp64Milli(toInt64(${beforeMs}), 'UTC') AND ingested_at > ${arrived}
      SETTINGS mutations_sync = 2`,
  );
}
