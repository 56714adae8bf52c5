import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { dayStarts } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';

/** Limits for a scan of everything that has ever earned. The scan runs once after each start. */
const READ_LIMITS = { seconds: 300, rows: 10_000_000 };

/** Sums what the given flights (by key, or all) have earned so far, in micro-dollars. */
export async function readSpentByFlight(
  events: EventsReader,
  flightKeys: readonly number[] | 'all' = 'all',
): Promise<Map<number, number>> {
  const wanted = flightKeys === 'all' ? 'flight_id != 0' : 'flight_id IN {keys:Array(UInt32)}';
  const { archive } = await events.seal();
  const rows = await events.query<{ flight: number; spent: string }>({
    sql: `SELECT flight, sum(earned) AS spent FROM (
        SELECT flight_id AS flight, sum(amount_micros) AS earned FROM events FINAL
        WHERE ${wanted} AND amount_micros != 0 AND ts >= fromUnixTimestamp64Milli({singleFrom:Int64}) GROUP BY flight
        UNION ALL
        SELECT flight_id AS flight, sum(amount_micros) AS earned FROM archived_quarter
        WHERE ${wanted} AND amount_micros != 0 AND seal IN {seals:Array(UInt32)} GROUP BY flight
      ) GROUP BY flight`,
    params: {
      ...(flightKeys === 'all' ? {} : { keys: flightKeys }),
      singleFrom: archive.endMs,
      seals: [0, ...[...archive.weeks.values()].map(({ number }) => number)],
    },
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
  return new Map(rows.map(({ flight, spent }) => [flight, Number(spent)]));
}

export type DaySpent = { readonly flight: number; readonly date: string; readonly micros: number };

/**
 * Sums what the flights of one time zone have earned per day, from events since `fromMs`. The query gets the starts of
 * the days as parameters. The engine does not know every time zone name that is valid here, such as 'utc'.
 */
export async function readSpentByDay(
  events: EventsReader,
  asked: { readonly zone: string; readonly keys: readonly number[]; readonly fromMs: number; readonly toMs: number },
): Promise<DaySpent[]> {
  const { zone, keys, fromMs, toMs } = asked;
  const dates = dayStarts(fromMs, toMs, zone);
  const rows = await events.query<{ flight: number; startMs: string; spent: string }>({
    sql: `SELECT flight_id AS flight, toString(roundDown(toUnixTimestamp64Milli(ts), {dayStarts:Array(Int64)})) AS startMs,
        sum(amount_micros) AS spent
      FROM events FINAL
      WHERE flight_id IN {keys:Array(UInt32)} AND amount_micros != 0 AND ts >= fromUnixTimestamp64Milli({from:Int64})
      GROUP BY flight, startMs`,
    params: { keys, from: fromMs, dayStarts: [...dates.keys()] },
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
  return rows.map(({ flight, startMs, spent }) => ({
    flight,
    date: dates.get(Number(startMs)) ?? '',
    micros: Number(spent),
  }));
}

/** An outlet's contacts within one hour, derived from events: the last contact, and the minutes in stored form. */
export type ContactHour = {
  readonly outlet: number;
  readonly hour: number;
  readonly first: number;
  readonly second: number;
  readonly newest: string;
};

/**
 * Finds contacts by hour and outlet, from events stored since `storedSinceMs`. Returns one page, sorted by hour and
 * outlet, of the contacts after `after`.
 */
export async function findContactsThroughEvents(
  events: EventsReader,
  asked: {
    readonly storedSinceMs: number;
    readonly happenedSinceMs: number;
    readonly nowMs: number;
    readonly after: Pick<ContactHour, 'hour' | 'outlet'>;
    readonly limit: number;
  },
): Promise<readonly ContactHour[]> {
  const { storedSinceMs, happenedSinceMs, nowMs, after, limit } = asked;
  return events.query<ContactHour>({
    sql: `SELECT outlet, hour, max(heard) AS newest,
        groupBitOr(bitShiftLeft(toUInt32(minute < 30), minute % 30)) AS first,
        groupBitOr(bitShiftLeft(toUInt32(minute >= 30), minute % 30)) AS second
      FROM (
        SELECT device_id AS outlet, least(toUnixTimestamp64Milli(ts), {now:Int64}) AS heard,
          toUInt32(intDiv(heard, {hourMs:UInt32})) AS hour,
          toUInt8(intDiv(heard, {minuteMs:UInt32}) % 60) AS minute
        FROM events WHERE ts >= fromUnixTimestamp64Milli({happened:Int64}) AND ingested_at >= toDateTime({stored:UInt32})
      )
      WHERE (hour, outlet) > ({afterHour:UInt32}, {afterOutlet:UInt32})
      GROUP BY hour, outlet ORDER BY hour, outlet LIMIT {limit:UInt32}`,
    params: {
      hourMs: HOUR_MS,
      minuteMs: MINUTE_MS,
      now: nowMs,
      happened: happenedSinceMs,
      stored: Math.floor(storedSinceMs / 1000),
      afterHour: after.hour,
      afterOutlet: after.outlet,
      limit,
    },
    scope: { kind: 'all' },
    limits: { seconds: 60 },
  });
}
