import { lowest } from '#domain/extremes.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { NO_FINGERPRINT } from './visitor-views.ts';

const LIMITS = { seconds: 60, rows: 10_000_000 };

type Wanted = { readonly flightKey: number; readonly fromMs: number };

/** Counts valid views by flight and visitor fingerprint, each flight since its own `fromMs`. */
export async function countVisitorViews(
  events: EventsReader,
  wanted: readonly Wanted[],
): Promise<Map<number, ReadonlyMap<string, number>>> {
  const starts = wanted.map(({ fromMs }) => fromMs);
  const rows = await events.query<{ flight: number; visitor: string; views: string }>({
    sql: `SELECT flight_id AS flight, lower(hex(fingerprint)) AS visitor, count() AS views FROM events FINAL
      WHERE flight_id IN {flights:Array(UInt32)} AND kind = 'view' AND invalid = 'none'
        AND ts >= fromUnixTimestamp64Milli({first:Int64})
        AND toUnixTimestamp64Milli(ts) >= transform(flight_id, {flights:Array(UInt32)}, {starts:Array(Int64)}, {first:Int64})
      GROUP BY flight, visitor HAVING visitor != {nobody:String}`,
    params: {
      flights: wanted.map(({ flightKey }) => flightKey),
      starts,
      first: lowest(starts),
      nobody: NO_FINGERPRINT,
    },
    scope: { kind: 'all' },
    limits: LIMITS,
  });
  const views = new Map(wanted.map(({ flightKey }) => [flightKey, new Map<string, number>()]));
  for (const { flight, visitor, views: seen } of rows) views.get(flight)?.set(visitor, Number(seen));
  return views;
}
