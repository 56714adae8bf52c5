import { onEachShard } from './each-shard.ts';
import type { EventsStore } from './events-store.ts';

/** So many seconds after it happened an event is said to have arrived. */
const ARRIVED_AFTER_SECONDS = 2;

/**
 * Says of stored events that happened before an instant (epoch ms) that each arrived when it happened, as events of outlets do that
 * report at once. Only for a history that was made up: when a real event arrived is evidence. Once more it changes nothing.
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
