import { COUNTS, type EventsReader, type SqlValue } from '#event-store/event-store.ts';
import { grouped } from '../../../lib/grouped.ts';
import { spansOf, type TimeSpan } from './time-spans.ts';

/** The fields of a counted view that the rate rules use. */
export type CountedRow = {
  readonly eventId: bigint;
  readonly outletKey: number;
  /** 32 hex digits, lower case. */
  readonly fingerprint: string;
  readonly atMs: number;
  readonly flightKey: number;
  readonly cryptic: string;
};

type Row = { id: string; outlet: number; visitor: string; at: string; flight: number; cryptic: string };

/**
 * Maximum number of visitors per query. A server accepts no parameter larger than 128 KiB, and a fingerprint takes 35
 * bytes.
 */
const MOST_VISITORS = 3_000;
const MOST_OUTLETS = 10_000;
const MOST_PLACES = 6_000;
const LIMITS = { seconds: 60, rows: 5_000_000 };

/** Copies of a row are equal, so a caller that deduplicates by id needs no FINAL. */
const COUNTED_VIEWS = `SELECT event_id AS id, device_id AS outlet, lower(hex(fingerprint)) AS visitor,
    toUnixTimestamp64Milli(ts) AS at, flight_id AS flight, cryptic FROM events
  WHERE kind = 'view' AND ${COUNTS}`;

/**
 * Fingerprints are compared as text. If a function makes the list, the engine scans the list for each row. With 400
 * visitors among 800,000 rows, that took 1.8 s instead of 0.04 s. A subquery is no better: the engine plans each
 * shard's part of it nine times.
 */
const OF_VISITORS = `${COUNTED_VIEWS} AND lower(hex(fingerprint)) IN {visitors:Array(String)}`;

const AT_OUTLETS = `${COUNTED_VIEWS}
  AND customer_id IN {customers:Array(UInt32)} AND device_id IN {outlets:Array(UInt32)}`;
const PLACE =
  'bitOr(bitShiftLeft(toUInt64(device_id), 32), toUInt64(intDiv(toUnixTimestamp64Milli(ts), {width:Int64})))';

type View = { readonly customerKey: number; readonly outletKey: number; readonly atMs: number };

/**
 * Limits each outlet to the times of its own views. A gateway that was offline for a week sends views for many outlets
 * and days together. Without this limit, each of its batches would read that entire week for all these outlets again.
 */
function near(
  views: readonly View[],
  width: number,
): { readonly sql: string; readonly params: Record<string, SqlValue> } {
  const places = new Set<bigint>();
  for (const { outletKey, atMs } of views)
    for (const ms of [atMs - width, atMs, atMs + width])
      places.add((BigInt(outletKey) << 32n) | BigInt(Math.floor(ms / width)));
  const all = [...places];
  const params: Record<string, SqlValue> = { width };
  const parts: string[] = [];
  for (let at = 0; at < all.length; at += MOST_PLACES) {
    parts.push(`${PLACE} IN {near${at}:Array(UInt64)}`);
    params[`near${at}`] = all.slice(at, at + MOST_PLACES);
  }
  return { sql: `AND (${parts.join(' OR ')})`, params };
}

/**
 * Combines all time ranges in one query. A separate query costs every shard of a cluster more than the data that it
 * reads.
 */
function within(times: readonly TimeSpan[]): { readonly sql: string; readonly params: Record<string, number> } {
  const spans = times.map(
    (_, nth) =>
      `ts BETWEEN fromUnixTimestamp64Milli({from${nth}:Int64}) AND fromUnixTimestamp64Milli({to${nth}:Int64})`,
  );
  const bounds = times.flatMap(({ fromMs, toMs }, nth) => [
    [`from${nth}`, fromMs],
    [`to${nth}`, toMs],
  ]);
  return { sql: `AND (${spans.join(' OR ')})`, params: Object.fromEntries(bounds) };
}

/** A view with only 52 bits of its id, as stored in memory. */
export type CountedNumbers = Omit<CountedRow, 'eventId'> & { readonly id: number };

type Columns = {
  ids: number[];
  outlets: number[];
  visitors: string[];
  at: number[];
  flights: number[];
  tokens: string[];
};

/**
 * One row of number columns per second: with a row per view, a million views took five seconds of CPU to write and
 * read. Floats are written without quotes.
 */
const COUNTED_NUMBERS = `SELECT groupArray(toFloat64(bitAnd(event_id, 4503599627370495))) AS ids, groupArray(device_id) AS outlets,
    groupArray(lower(hex(fingerprint))) AS visitors,
    groupArray(toFloat64(toUnixTimestamp64Milli(ts))) AS at, groupArray(flight_id) AS flights,
    groupArray(if(flight_id IN {ofFlights:Array(UInt32)}, cryptic, '')) AS tokens
  FROM events
  WHERE kind = 'view' AND ${COUNTS} AND ts >= fromUnixTimestamp64Milli({from:Int64})
    AND ts < fromUnixTimestamp64Milli({to:Int64})
  GROUP BY intDiv(toUnixTimestamp64Milli(ts), 1000) AS second ORDER BY second`;

/** Number of views per chunk. A second's views stay together; in a quiet network, a chunk covers several seconds. */
const PIECE_VIEWS = 20_000;
/**
 * Number of time windows, which are read one after another, so that each result has only a few megabytes. The last
 * window has no end.
 */
const WINDOWS = 3;
const NO_END_MS = 9_000_000_000_000;

/** Streams all counted views since `fromMs`, in chunks. `cryptic` is set only for the flights in `ofFlights`. */
export async function* streamCounted(
  events: EventsReader,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
  ofFlights: readonly number[],
): AsyncGenerator<CountedNumbers[]> {
  const width = Math.max(1, Math.ceil((nowMs - fromMs) / WINDOWS));
  let some: CountedNumbers[] = [];
  for (let nth = 0; nth < WINDOWS; nth += 1) {
    const from = fromMs + nth * width;
    const params = { from, to: nth === WINDOWS - 1 ? NO_END_MS : from + width, ofFlights };
    const read = { sql: COUNTED_NUMBERS, params, scope: { kind: 'all' }, limits: LIMITS } as const;
    for await (const columns of events.stream<Columns>(read)) {
      addNumbers(some, columns);
      if (some.length < PIECE_VIEWS) continue;
      yield some;
      some = [];
    }
  }
  yield some;
}

function addNumbers(to: CountedNumbers[], { ids, outlets, visitors, at, flights, tokens }: Columns): void {
  for (const [nth, id] of ids.entries())
    to.push({
      id,
      outletKey: outlets[nth] ?? 0,
      fingerprint: visitors[nth] ?? '',
      atMs: at[nth] ?? 0,
      flightKey: flights[nth] ?? 0,
      cryptic: tokens[nth] ?? '',
    });
}

const COUNTED_FLIGHTS = `SELECT toFloat64(count()) AS views, groupUniqArray(flight_id) AS flights FROM events
  WHERE kind = 'view' AND ${COUNTS} AND ts >= fromUnixTimestamp64Milli({from:Int64})`;

/** Counts the views since `fromMs`, and lists their flights. */
export async function countCounted(
  events: EventsReader,
  fromMs: number,
): Promise<{ readonly views: number; readonly flights: readonly number[] }> {
  const read = { sql: COUNTED_FLIGHTS, params: { from: fromMs }, scope: { kind: 'all' }, limits: LIMITS } as const;
  const [row] = await events.query<{ views: number; flights: number[] }>(read);
  return row ?? { views: 0, flights: [] };
}

const NTH_NEWEST = `SELECT toUnixTimestamp64Milli(ts) AS at FROM events
  WHERE kind = 'view' AND ${COUNTS} AND ts >= fromUnixTimestamp64Milli({from:Int64}) ORDER BY ts DESC LIMIT 1 OFFSET {nth:UInt64}`;

/** Returns the time of the view that has exactly `nth` newer views; null if there are fewer since `fromMs`. */
export async function instantOfCounted(events: EventsReader, fromMs: number, nth: number): Promise<number | null> {
  const params = { from: fromMs, nth };
  const rows = await events.query<{ at: string }>({ sql: NTH_NEWEST, params, scope: { kind: 'all' }, limits: LIMITS });
  return rows[0] === undefined ? null : Number(rows[0].at);
}

/** Finds the counted views of these visitors at any outlet, within any of the time ranges. */
export async function findCountedOfVisitors(
  events: EventsReader,
  fingerprints: readonly string[],
  times: readonly TimeSpan[],
): Promise<CountedRow[]> {
  const found: CountedRow[] = [];
  const { sql, params } = within(times);
  for (let at = 0; at < fingerprints.length; at += MOST_VISITORS) {
    const visitors = fingerprints.slice(at, at + MOST_VISITORS);
    for await (const row of rowsOf(events, `${OF_VISITORS} ${sql}`, { ...params, visitors })) found.push(row);
  }
  return found;
}

/**
 * Finds counted views at the outlets and owners of these views, `aroundMs` before and after each. The result may
 * include some views that are farther away.
 */
export async function findCountedAround(
  events: EventsReader,
  views: readonly View[],
  aroundMs: number,
): Promise<CountedRow[]> {
  const found: CountedRow[] = [];
  const byOutlet = [...grouped(views, ({ customerKey, outletKey }) => `${outletKey} ${customerKey}`).values()];
  for (let at = 0; at < byOutlet.length; at += MOST_OUTLETS) {
    const part = byOutlet.slice(at, at + MOST_OUTLETS).flat();
    const customers = [...new Set(part.map(({ customerKey }) => customerKey))];
    const outlets = [...new Set(part.map(({ outletKey }) => outletKey))];
    const [times, places] = [within(spansOf(part, aroundMs)), near(part, aroundMs)];
    const asked = { ...times.params, ...places.params, customers, outlets };
    for await (const row of rowsOf(events, `${AT_OUTLETS} ${times.sql} ${places.sql}`, asked)) found.push(row);
  }
  return found;
}

/** Streams the rows, because the rows for visitors and outlets over a long time do not fit into one result. */
async function* rowsOf(
  events: EventsReader,
  sql: string,
  params: Record<string, SqlValue>,
): AsyncGenerator<CountedRow> {
  for await (const row of events.stream<Row>({ sql, params, scope: { kind: 'all' }, limits: LIMITS }))
    yield {
      eventId: BigInt(row.id),
      outletKey: row.outlet,
      fingerprint: row.visitor,
      atMs: Number(row.at),
      flightKey: row.flight,
      cryptic: row.cryptic,
    };
}
