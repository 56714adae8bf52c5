import type { Scope } from '#domain/role.ts';
import { COUNTS, type EventsReader } from '#event-store/event-store.ts';
import { END_OF_TIME_MS } from '../../figures/query/time-range.ts';
import { forEachSource } from '../../figures/read/archive-queries.ts';
import { FLIGHTS_OF_SCOPE, type FlightSums, flightScopeParams } from '../../figures/read/flight-sums-queries.ts';
import { CREATIVE_PART, creativeInPart } from '../../plays/play-token.ts';

type Columns = { views: string; clicks: string; burns: string; micros: string };

export type FlightDay = { readonly startMs: number } & Omit<FlightSums, 'todayMicros' | 'invalid'>;

/** The valid events of views that show one creative. */
export type CreativeSums = { readonly views: number; readonly clicks: number; readonly burns: number };

/**
 * Sums a flight's events since a time by the creative in the view's play: its `creativeMark`, or '' for views without a
 * play. A click or burn belongs to the creative of its view.
 */
export async function sumCreatives(
  events: EventsReader,
  scope: Scope,
  flightKey: number,
  fromMs: number,
): Promise<ReadonlyMap<string, CreativeSums>> {
  const rows = await events.query<{ part: string; views: string; clicks: string; burns: string }>({
    sql: `
      SELECT part, sum(shown) AS views, sum(clicked) AS clicks, sum(burned) AS burns FROM (
        SELECT if(kind = 'view', event_id, view_id) AS play,
          anyIf(substring(cryptic, {partFrom:UInt8}, {partLength:UInt8}), kind = 'view' AND signed) AS part,
          countIf(kind = 'view') AS shown, countIf(kind = 'click') AS clicked, countIf(kind = 'burn') AS burned
        FROM events FINAL
        WHERE ${COUNTS} AND ${FLIGHTS_OF_SCOPE[scope.kind]} AND flight_id = {flight:UInt32}
          AND kind IN ('view', 'click', 'burn') AND ts >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
        GROUP BY play)
      GROUP BY part`,
    params: {
      ...flightScopeParams(scope),
      flight: flightKey,
      fromMs,
      partFrom: CREATIVE_PART.from,
      partLength: CREATIVE_PART.length,
    },
    scope,
  });
  const sums = new Map<string, CreativeSums>();
  for (const { part, ...row } of rows) {
    const mark = part === '' ? '' : creativeInPart(part);
    const known = sums.get(mark) ?? { views: 0, clicks: 0, burns: 0 };
    sums.set(mark, {
      views: known.views + Number(row.views),
      clicks: known.clicks + Number(row.clicks),
      burns: known.burns + Number(row.burns),
    });
  }
  return sums;
}

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
