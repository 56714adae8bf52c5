import type { Scope } from '#domain/role.ts';
import type { EventsReader } from '../../databases/events/events-db.ts';
import { END_OF_TIME_MS } from '../asked/time-range.ts';
import { inEachPlace } from './archive-queries.ts';

export type FlightSums = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly micros: number;
  readonly todayMicros: number;
};

/** Which rows of flights a reader counts: an owner none. */
export const FLIGHTS_OF_SCOPE = {
  all: 'true',
  owner: 'false',
  advertiser: 'advertiser_id = {scopeKey:UInt32}',
} as const;
export const flightScopeParams = (scope: Scope) => (scope.kind === 'all' ? {} : { scopeKey: scope.customerKey });

type Columns = { views: string; clicks: string; burns: string; micros: string };

/** All-time sums of flights by key, and what they earned since `todayMs`; one without events is absent. */
export async function sumFlightEvents(
  events: EventsReader,
  scope: Scope,
  flightKeys: readonly number[],
  todayMs: number,
): Promise<ReadonlyMap<number, FlightSums>> {
  const sums = new Map<number, FlightSums>();
  if (flightKeys.length === 0) return sums;
  const { archive } = await events.seal();
  const rows = await inEachPlace(archive, [{ fromMs: 0, toMs: END_OF_TIME_MS }], (place) =>
    events.query<{ flightKey: number; todayMicros: string } & Columns>({
      sql: `
        SELECT flight_id AS flightKey, ${place.count("kind = 'view'")} AS views, ${place.count("kind = 'click'")} AS clicks,
          ${place.count("kind = 'burn'")} AS burns, sum(amount_micros) AS micros,
          sumIf(amount_micros, ts >= fromUnixTimestamp64Milli({todayMs:Int64}, 'UTC')) AS todayMicros
        FROM ${place.from('events_by_campaign', 'FINAL')} AND ${FLIGHTS_OF_SCOPE[scope.kind]} AND flight_id IN {flights:Array(UInt32)}
        GROUP BY flightKey`,
      params: { ...flightScopeParams(scope), ...place.params, flights: flightKeys, todayMs },
      scope,
    }),
  );
  for (const row of rows) {
    const known = sums.get(row.flightKey);
    sums.set(row.flightKey, {
      views: Number(row.views) + (known?.views ?? 0),
      clicks: Number(row.clicks) + (known?.clicks ?? 0),
      burns: Number(row.burns) + (known?.burns ?? 0),
      micros: Number(row.micros) + (known?.micros ?? 0),
      todayMicros: Number(row.todayMicros) + (known?.todayMicros ?? 0),
    });
  }
  return sums;
}
