import { COUNTS, type EventsReader, type SqlValue } from '../../databases/events/events-db.ts';

/** A view that counts, as far as the rules of pace look at it. */
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
type Times = { readonly fromMs: number; readonly toMs: number };

/** A server takes no parameter of more than 128 KiB; a fingerprint is 35 bytes of it. */
const MOST_VISITORS = 3_000;
const MOST_OUTLETS = 10_000;
const MOST_AT_ONCE = 5_000;
const LIMITS = { seconds: 60, rows: 5_000_000 };

/** Copies of a row are alike, so that whoever knows an event by its id needs no FINAL. */
const COUNTED_VIEWS = `SELECT event_id AS id, device_id AS outlet, lower(hex(fingerprint)) AS visitor,
    toUnixTimestamp64Milli(ts) AS at, flight_id AS flight, cryptic FROM events
  WHERE kind = 'view' AND ${COUNTS} AND ts >= fromUnixTimestamp64Milli({from:Int64})`;
const UNTIL = 'ts <= fromUnixTimestamp64Milli({to:Int64})';

/** Their bytes are compared: to write each of a week's rows as text costs five times as much. */
const OF_VISITORS = `${COUNTED_VIEWS} AND ${UNTIL}
  AND fingerprint IN (SELECT toFixedString(unhex(arrayJoin({visitors:Array(String)})), 16))`;

const AT_OUTLETS = `${COUNTED_VIEWS} AND ${UNTIL}
  AND customer_id IN {customers:Array(UInt32)} AND device_id IN {outlets:Array(UInt32)}`;

/** All of them since an instant, the oldest first, some at a time. */
export async function* streamCounted(events: EventsReader, fromMs: number): AsyncGenerator<CountedRow[]> {
  let some: CountedRow[] = [];
  for await (const row of rowsOf(events, `${COUNTED_VIEWS} ORDER BY ts`, { from: fromMs })) {
    some.push(row);
    if (some.length < MOST_AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}

const NTH_NEWEST = `SELECT toUnixTimestamp64Milli(ts) AS at FROM events
  WHERE kind = 'view' AND ${COUNTS} AND ts >= fromUnixTimestamp64Milli({from:Int64}) ORDER BY ts DESC LIMIT 1 OFFSET {nth:UInt64}`;

/** When the one happened than which so many are newer; null where there are not so many since `fromMs`. */
export async function instantOfCounted(events: EventsReader, fromMs: number, nth: number): Promise<number | null> {
  const params = { from: fromMs, nth };
  const rows = await events.query<{ at: string }>({ sql: NTH_NEWEST, params, scope: { kind: 'all' }, limits: LIMITS });
  return rows[0] === undefined ? null : Number(rows[0].at);
}

/** Of these visitors, wherever they were. */
export async function findCountedOfVisitors(
  events: EventsReader,
  fingerprints: readonly string[],
  { fromMs, toMs }: Times,
): Promise<CountedRow[]> {
  const found: CountedRow[] = [];
  for (let at = 0; at < fingerprints.length; at += MOST_VISITORS) {
    const visitors = fingerprints.slice(at, at + MOST_VISITORS);
    found.push(...(await read(events, OF_VISITORS, { visitors, from: fromMs, to: toMs })));
  }
  return found;
}

/** At these outlets, as they were owned. */
export async function findCountedAtOutlets(
  events: EventsReader,
  outlets: readonly { readonly customerKey: number; readonly outletKey: number }[],
  { fromMs, toMs }: Times,
): Promise<CountedRow[]> {
  const found: CountedRow[] = [];
  const all = [...new Map(outlets.map((one) => [`${one.outletKey} ${one.customerKey}`, one])).values()];
  for (let at = 0; at < all.length; at += MOST_OUTLETS) {
    const part = all.slice(at, at + MOST_OUTLETS);
    const customers = [...new Set(part.map(({ customerKey }) => customerKey))];
    const keys = [...new Set(part.map(({ outletKey }) => outletKey))];
    found.push(...(await read(events, AT_OUTLETS, { customers, outlets: keys, from: fromMs, to: toMs })));
  }
  return found;
}

async function read(events: EventsReader, sql: string, params: Record<string, SqlValue>): Promise<CountedRow[]> {
  const found: CountedRow[] = [];
  for await (const row of rowsOf(events, sql, params)) found.push(row);
  return found;
}

/** Row by row: what visitors and outlets did in a long time does not fit into one answer. */
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
