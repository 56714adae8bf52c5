import type { EventsReader } from '../../databases/events/events-db.ts';
import { NO_FINGERPRINT } from './visitor-views.ts';

const LIMITS = { seconds: 60, rows: 10_000_000 };

/** How often visitors have seen a flight since an instant, by fingerprint; views that do not count are none. */
export async function countVisitorViews(
  events: EventsReader,
  { flightKey, fromMs }: { readonly flightKey: number; readonly fromMs: number },
): Promise<Map<string, number>> {
  const rows = await events.query<{ visitor: string; views: string }>({
    sql: `SELECT lower(hex(fingerprint)) AS visitor, count() AS views FROM events FINAL
      WHERE flight_id = {flight:UInt32} AND kind = 'view' AND invalid = 'none'
        AND ts >= fromUnixTimestamp64Milli({from:Int64})
      GROUP BY visitor HAVING visitor != {nobody:String}`,
    params: { flight: flightKey, from: fromMs, nobody: NO_FINGERPRINT },
    scope: { kind: 'all' },
    limits: LIMITS,
  });
  return new Map(rows.map(({ visitor, views }) => [visitor, Number(views)]));
}
