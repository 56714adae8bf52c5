import type { InvalidReason } from '#contract/ingest.ts';
import type { Scope } from '#domain/role.ts';
import type { Archive, EventsReader, SqlValue } from '#event-store/event-store.ts';
import { clip, type Interval } from '../plan/reading-plan.ts';
import { END_OF_TIME_MS } from '../query/time-range.ts';
import { forEachSource } from './archive-queries.ts';
import type { InvalidCounts } from './invalid-queries.ts';
import { between, intervalParams } from './raw-times.ts';

/** A flight's event counts and cost from valid events, and its invalid events by reason. */
export type FlightSums = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly micros: number;
  readonly todayMicros: number;
  readonly invalid: ReadonlyMap<InvalidReason, InvalidCounts>;
};

/** Sums of a flight's events with one reason, or of its valid events (`none`). */
export type FlightSumsRow = {
  readonly flightKey: number;
  readonly reason: InvalidReason | 'none';
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly micros: number;
  readonly withheldMicros: number;
};

/** Scope conditions for flight rows. Owners see no flights. */
export const FLIGHTS_OF_SCOPE = {
  all: 'true',
  owner: 'false',
  advertiser: 'advertiser_id = {scopeKey:UInt32}',
} as const;
export const flightScopeParams = (scope: Scope) => (scope.kind === 'all' ? {} : { scopeKey: scope.customerKey });

type Columns = 'views' | 'clicks' | 'burns' | 'micros' | 'withheld';
type Answer = { flightKey: number; reason: FlightSumsRow['reason'] } & Readonly<Record<Columns, string>>;

/**
 * Sums flights' events within an interval. If `flightKeys` is null, sums the events of all flights in scope. Archived
 * weeks have separate rows.
 */
export async function sumFlightRows(
  events: EventsReader,
  scope: Scope,
  flightKeys: readonly number[] | null,
  interval: Interval,
  archive: Archive,
): Promise<FlightSumsRow[]> {
  const rows = await forEachSource(archive, [interval], (place) => {
    const params: Record<string, SqlValue> = {
      ...flightScopeParams(scope),
      ...place.params,
      ...intervalParams('flights', clip(interval, place.span.fromMs, place.span.toMs)),
      ...(flightKeys === null ? {} : { flights: flightKeys }),
    };
    return events.query<Answer>({
      sql: `
        SELECT flight_id AS flightKey, toString(invalid) AS reason, ${place.count("kind = 'view'")} AS views,
          ${place.count("kind = 'click'")} AS clicks, ${place.count("kind = 'burn'")} AS burns,
          sum(amount_micros) AS micros, sum(withheld_micros) AS withheld
        FROM ${place.from('events_by_campaign', 'FINAL', true)} AND ${FLIGHTS_OF_SCOPE[scope.kind]}
          AND ${flightKeys === null ? 'flight_id != 0' : 'flight_id IN {flights:Array(UInt32)}'} AND ${between('flights')}
        GROUP BY flightKey, reason`,
      params,
      scope,
      limits: { rows: MOST_ROWS },
    });
  });
  return rows.map(({ flightKey, reason, views, clicks, burns, micros, withheld }) => ({
    flightKey,
    reason,
    views: Number(views),
    clicks: Number(clicks),
    burns: Number(burns),
    micros: Number(micros),
    withheldMicros: Number(withheld),
  }));
}

/** Maximum number of rows, which is enough for all flights in a large network, each with several reasons. */
const MOST_ROWS = 1_000_000;

/** Adds up rows by flight. `today` has the rows since the start of the day. */
export function sumsByFlight(
  rows: readonly FlightSumsRow[],
  today: readonly FlightSumsRow[],
): ReadonlyMap<number, FlightSums> {
  type Sums = { views: number; clicks: number; burns: number; micros: number; todayMicros: number };
  const sums = new Map<number, Sums & { invalid: Map<InvalidReason, InvalidCounts> }>();
  const of = (key: number) => {
    const known = sums.get(key) ?? { views: 0, clicks: 0, burns: 0, micros: 0, todayMicros: 0, invalid: new Map() };
    sums.set(key, known);
    return known;
  };
  for (const { flightKey, reason, withheldMicros, micros, ...counts } of rows) {
    const sum = of(flightKey);
    if (reason === 'none') {
      sum.micros += micros;
      addCounts(sum, counts);
      continue;
    }
    const invalid = sum.invalid.get(reason) ?? { views: 0, clicks: 0, burns: 0, withheldMicros: 0n };
    invalid.withheldMicros += BigInt(withheldMicros);
    addCounts(invalid, counts);
    sum.invalid.set(reason, invalid);
  }
  for (const { flightKey, micros } of today) of(flightKey).todayMicros += micros;
  return sums;
}

type Counts = { views: number; clicks: number; burns: number };

function addCounts(sum: Counts, { views, clicks, burns }: Readonly<Counts>): void {
  sum.views += views;
  sum.clicks += clicks;
  sum.burns += burns;
}

/** Reads flights' all-time sums by key, and the amount since `todayMs`. Flights without events are not in the map. */
export async function sumFlightEvents(
  events: EventsReader,
  scope: Scope,
  flightKeys: readonly number[],
  todayMs: number,
): Promise<ReadonlyMap<number, FlightSums>> {
  if (flightKeys.length === 0) return new Map();
  const { archive } = await events.seal();
  const read = (fromMs: number, toMs: number) => sumFlightRows(events, scope, flightKeys, { fromMs, toMs }, archive);
  const [before, today] = await Promise.all([read(0, todayMs), read(todayMs, END_OF_TIME_MS)]);
  return sumsByFlight([...before, ...today], today);
}
