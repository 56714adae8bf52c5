import { onEachShard } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { insertIds } from './migrations/0016-event-ids.ts';
import { repeatable } from './retry-steps.ts';
import { isoDate } from './weeks.ts';

/**
 * Completes `event_ids` for the days [from, to) (ISO dates) and returns the repaired days. An insert commits to
 * `events` first, so a server or process that dies in between leaves out IDs. Without the repair, a resent event with a
 * missing ID would be stored as a new event.
 */
export async function repairEventIds(engine: EventsEngine, from: string, to: string): Promise<string[]> {
  const days = await readForJob<{ day: string }>(engine, DIFFERING_DAYS, { from, to });
  for (const { day } of days)
    await repeatable(() =>
      onEachShard(engine, (rowsOf) => insertIds(rowsOf, `ts >= toDate('${day}') AND ts < toDate('${day}') + 1`)),
    );
  return days.map(({ day }) => day);
}

const WITHIN = 'ts >= {from:Date} AND ts < {to:Date}';

/** Finds the days with missing IDs. IDs of removed events may remain, because a lookup also reads the event. */
const DIFFERING_DAYS = `
  SELECT toString(day) AS day FROM (
    SELECT toDate(ts) AS day, 1 AS isEvents, count() AS rows, groupBitXor(event_id) AS ids FROM events FINAL
      WHERE ${WITHIN} GROUP BY day
    UNION ALL
    SELECT toDate(ts) AS day, 0 AS isEvents, count() AS rows, groupBitXor(id) AS ids FROM event_ids FINAL
      WHERE follower_id = 0 AND ${WITHIN} GROUP BY day)
  GROUP BY day HAVING max(isEvents) = 1 AND (count() = 1 OR min(rows) != max(rows) OR min(ids) != max(ids)) ORDER BY day`;

/** Drops the IDs of a quarter (given by its first day) whose events have all been removed. */
export const dropIds =
  (quarter: string) =>
  (rowsOf: (table: string) => string): string =>
    `ALTER TABLE ${rowsOf('event_ids')} DROP PARTITION '${quarter}'`;

/** Returns the day after the quarter that begins on `quarter` (ISO dates). */
export function quarterEnd(quarter: string): string {
  const first = new Date(quarter);
  return isoDate(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 3, 1));
}
