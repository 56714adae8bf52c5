import type { Scope } from '#domain/role.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { END_OF_TIME_MS } from '../../figures/query/time-range.ts';
import { forEachSource } from '../../figures/read/archive-queries.ts';
import { FLIGHTS_OF_SCOPE, type FlightSums, flightScopeParams } from '../../figures/read/flight-sums-queries.ts';

type Columns = { views: string; clicks: string; burns: string; micros: string };

export type FlightDay = { readonly startMs: number } & Omit<FlightSums, 'todayMicros' | 'invalid'>;

/** Sums a flight's events by day. `dayStarts` are the times at which the days begin, ascending. */
export async function sumFlightDays(
  events: EventsReader,
  scope: Scope,
  flightKey: number,
  dayStarts: readonly number[],
): Promise<FlightDay[]> {
  const [fromMs] = dayStarts;
  if (fromMs === undefined) return [];
  const { archive } = await events.seal();
  const rows = await forEachSource(archive, [{ fromMs, toMs: END_OF_TIME_MS }], (place) =>
    events.query<{ startMs: string } & Columns>({
      sql: `
        SELECT toString(roundDown(toUnixTimestamp64Milli(ts), {dayStarts:Array(Int64)})) AS startMs,
          ${place.count("kind = 'view'")} AS views, ${place.count("kind = 'click'")} AS clicks,
          ${place.count("kind = 'burn'")} AS burns, sum(amount_micros) AS micros
        FROM ${place.from('events_by_campaign', 'FINAL')} AND ${FLIGHTS_OF_SCOPE[scope.kind]} AND flight_id = {flight:UInt32}
          AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
        GROUP BY startMs`,
      params: { ...flightScopeParams(scope), ...place.params, flight: flightKey, dayStarts, fromMs },
      scope,
    }),
  );
  const days = new Map<number, FlightDay>();
  for (const row of rows) {
    const startMs = Number(row.startMs);
    const known = days.get(startMs);
    days.set(startMs, {
      startMs,
      views: Number(row.views) + (known?.views ?? 0),
      clicks: Number(row.clicks) + (known?.clicks ?? 0),
      burns: Number(row.burns) + (known?.burns ?? 0),
      micros: Number(row.micros) + (known?.micros ?? 0),
    });
  }
  return [...days.values()];
}
