import { COUNTS, type EventsReader } from '../../databases/events/events-db.ts';

export type EarnedByFlight = { readonly key: number; readonly micros: number; readonly todayMicros: number };

/** What the history of some flights came to, in all and since `todayMs`. */
export async function sumEarned(
  events: EventsReader,
  keys: readonly number[],
  todayMs: number,
): Promise<EarnedByFlight[]> {
  const rows = await events.query<{ key: number; micros: string; todayMicros: string }>({
    sql: `
      SELECT flight_id AS key, toString(sum(amount_micros)) AS micros,
        toString(sumIf(amount_micros, ts >= fromUnixTimestamp64Milli({todayMs:Int64}, 'UTC'))) AS todayMicros
      FROM events FINAL WHERE ${COUNTS} AND flight_id IN {keys:Array(UInt32)} GROUP BY key`,
    params: { keys, todayMs },
    scope: { kind: 'all' },
  });
  return rows.map(({ key, micros, todayMicros }) => ({
    key,
    micros: Number(micros),
    todayMicros: Number(todayMicros),
  }));
}
