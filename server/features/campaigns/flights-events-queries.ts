import type { Scope } from '#domain/role.ts';
import { COUNTS, type EventsReader } from '../../databases/events/events-db.ts';
import { END_OF_TIME_MS } from '../../figures/asked/time-range.ts';
import { inEachPlace } from '../../figures/read/archive-queries.ts';
import { FLIGHTS_OF_SCOPE, type FlightSums, flightScopeParams } from '../../figures/read/flight-sums-queries.ts';

type Columns = { views: string; clicks: string; burns: string; micros: string };

export type FlightDay = { readonly startMs: number } & Omit<FlightSums, 'todayMicros' | 'invalid'>;

/** A flight's sums by day; days are given by the instants at which they begin, ascending. */
export async function sumFlightDays(
  events: EventsReader,
  scope: Scope,
  flightKey: number,
  dayStarts: readonly number[],
): Promise<FlightDay[]> {
  const [fromMs] = dayStarts;
  if (fromMs === undefined) return [];
  const { archive } = await events.seal();
  const rows = await inEachPlace(archive, [{ fromMs, toMs: END_OF_TIME_MS }], (place) =>
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

/** A server takes no parameter of more than 128 KiB, and a number has up to 10 digits. */
const MOST_OUTLETS_A_QUERY = 10_000;

/**
 * Views by UTC day of all ads at some outlets: an estimate is made of it, so late events of sealed weeks are left out.
 * `outletKeys` null is all. Whose ads they were, and what they cost, is not told.
 */
export async function sumViewsByDay(
  events: EventsReader,
  outletKeys: readonly number[] | null,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<ReadonlyMap<string, number>> {
  const days = new Map<string, number>();
  for (let from = 0; outletKeys === null ? from === 0 : from < outletKeys.length; from += MOST_OUTLETS_A_QUERY) {
    const some = outletKeys?.slice(from, from + MOST_OUTLETS_A_QUERY) ?? null;
    for (const { dayText, views } of await readViewsByDay(events, some, { fromDay, toDay }))
      days.set(dayText, (days.get(dayText) ?? 0) + Number(views));
  }
  return days;
}

async function readViewsByDay(
  events: EventsReader,
  outletKeys: readonly number[] | null,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<{ dayText: string; views: string }[]> {
  const { weeks, watermark } = await events.seal();
  const seals = [...weeks.values()].map(({ number }) => number);
  const ofOutlets = '({everyOutlet:Bool} OR device_id IN {outlets:Array(UInt32)})';
  return events.query({
    sql: `
      SELECT toString(day) AS dayText, sum(n) AS views FROM (
        SELECT day, sum(views) AS n FROM sealed_day
        WHERE seal IN {seals:Array(UInt32)} AND day >= {fromDay:Date} AND day < least({toDay:Date}, {watermark:Date}) AND ${ofOutlets}
        GROUP BY day
        UNION ALL
        SELECT toDate(ts, 'UTC') AS day, countIf(kind = 'view') AS n FROM events FINAL
        WHERE ${COUNTS} AND ts >= toDateTime64(greatest({fromDay:Date}, {watermark:Date}), 3, 'UTC') AND ts < toDateTime64({toDay:Date}, 3, 'UTC')
          AND ${ofOutlets}
        GROUP BY day)
      GROUP BY dayText`,
    params: {
      ...{ seals: seals.length === 0 ? [0] : seals, fromDay, toDay, watermark },
      ...{ everyOutlet: outletKeys === null, outlets: outletKeys ?? [0] },
    },
    scope: { kind: 'all' },
  });
}
