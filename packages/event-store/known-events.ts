import type { InvalidReason } from '#contract/ingest.ts';
import type { KnownEvent, StoredEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';
import { FIRST_PRIORITY } from './query-priority.ts';
import { isoDate, mondayMs, weekNumber } from './weeks.ts';

/** Finds the events that are already stored; implementations differ in what they cache. */
export interface KnownEvents {
  find(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  /** Called before rows are inserted, so that a stored ID is never missed. */
  remember(rows: readonly StoredEvent[]): void;
  /** Called when the rows are on disk. */
  confirm(rows: readonly StoredEvent[]): void;
}

type KnownEventRow = {
  event_id: string;
  customer_id: number;
  device_id: number;
  advertiser_id: number;
  at: string;
  kind: KnownEvent['kind'];
  flight_id: number;
  view_id: string;
  invalid: InvalidReason | 'none';
  token: string;
};

/** Looks up every ID in the store, which is correct even if other processes insert as well. */
export const createKnownEventsLookup = (engine: EventsEngine): KnownEvents => ({
  find: (wanted) => lookUpEvents(engine, wanted),
  findFollowers: (wanted) => lookUpFollowers(engine, wanted),
  remember: () => {},
  confirm: () => {},
});

/**
 * Maximum number of IDs per query. A server accepts no parameter above 128 KiB (`http_max_field_value_size`), and an ID
 * has up to 20 digits.
 */
const MOST_IDS_A_QUERY = 5_000;

/** Looks up events by ID, regardless of their timestamp. */
export const lookUpEvents = (engine: EventsEngine, wanted: readonly WantedEvent[]): Promise<KnownEvent[]> =>
  lookUp(
    engine,
    FIND_EVENTS,
    wanted.map(({ eventId, outletKey }) => ({ id: eventId, outletKey })),
  );

/** Looks up the events that followed views, regardless of their timestamp. */
export async function lookUpFollowers(engine: EventsEngine, wanted: readonly WantedFollow[]): Promise<KnownEvent[]> {
  const kinds = new Map<bigint, Set<string>>();
  for (const { viewId, kind } of wanted) kinds.set(viewId, (kinds.get(viewId) ?? new Set()).add(kind));
  const ids = wanted.map(({ viewId, outletKey }) => ({ id: viewId, outletKey }));
  const found = await lookUp(engine, FIND_FOLLOWERS, ids);
  return found.filter(({ viewId, kind }) => kinds.get(viewId)?.has(kind));
}

type WantedId = { readonly id: bigint; readonly outletKey: number };
/** The sorting key columns of a row of `events`. */
type Key = { readonly customer_id: number; readonly device_id: number; readonly at: string; readonly event_id: string };

/**
 * Reads the keys of stored events from `event_ids`, and then their rows. Most IDs are new, so the lookup usually ends
 * after the first step.
 */
async function lookUp(engine: EventsEngine, what: Lookup, wanted: readonly WantedId[]): Promise<KnownEvent[]> {
  const found = new Map<string, KnownEvent>();
  for (const some of inQueries(wanted)) {
    const keys = await collectRows<Key>(engine, findKeys(what, some));
    for (const ofRows of inQueries(keys))
      for (const row of await collectRows<KnownEventRow>(engine, readRows(ofRows)))
        found.set(what.oneOf(row), knownEvent(row));
  }
  return [...found.values()];
}

const inQueries = <Item>(all: readonly Item[]): readonly Item[][] =>
  Array.from({ length: Math.ceil(all.length / MOST_IDS_A_QUERY) }, (_, at) =>
    all.slice(at * MOST_IDS_A_QUERY, (at + 1) * MOST_IDS_A_QUERY),
  );

type Lookup = { readonly condition: string; readonly oneOf: (row: KnownEventRow) => string };
/** The key includes the outlet, because 64-bit IDs from different outlets may collide. */
const FIND_EVENTS: Lookup = {
  condition: 'follower_id = 0',
  oneOf: ({ event_id, device_id }) => `${event_id} ${device_id}`,
};
/** The key includes the invalid reason, so that invalid events never hide a valid one. */
const FIND_FOLLOWERS: Lookup = {
  condition: 'follower_id != 0',
  oneOf: ({ view_id, kind, device_id, invalid }) => `${view_id} ${kind} ${device_id} ${invalid}`,
};

const SETTINGS = {
  max_execution_time: 20,
  output_format_json_quote_64bit_integers: 1,
  ...FIRST_PRIORITY,
} as const;

/** Passes pairs instead of two lists, so that each ID is read only at its outlet, in one granule per part. */
const findKeys = ({ condition }: Lookup, wanted: readonly WantedId[]): EngineRead => ({
  sql: `SELECT DISTINCT customer_id, device_id, toUnixTimestamp64Milli(ts) AS at, if(follower_id = 0, id, follower_id) AS event_id
    FROM event_ids WHERE (device_id, id) IN (SELECT arrayJoin(arrayZip({outlets:Array(UInt32)}, {ids:Array(UInt64)})))
      AND ${condition}`,
  params: { outlets: wanted.map(({ outletKey }) => outletKey), ids: wanted.map(({ id }) => id) },
  settings: SETTINGS,
  lane: 'ingestion',
});

const readRows = (keys: readonly Key[]): EngineRead => ({
  sql: `SELECT event_id, customer_id, device_id, advertiser_id, toUnixTimestamp64Milli(ts) AS at, kind, flight_id, view_id, invalid,
      if(kind = 'view', cryptic, '') AS token FROM events
    WHERE (customer_id, device_id, ts, event_id) IN (SELECT arrayJoin(arrayZip({customers:Array(UInt32)}, {outlets:Array(UInt32)},
      arrayMap(at -> fromUnixTimestamp64Milli(at, 'UTC'), {times:Array(Int64)}), {ids:Array(UInt64)})))
      AND toMonday(ts) IN {weeks:Array(Date)}`,
  params: {
    customers: keys.map(({ customer_id }) => customer_id),
    outlets: keys.map(({ device_id }) => device_id),
    times: keys.map(({ at }) => BigInt(at)),
    ids: keys.map(({ event_id }) => BigInt(event_id)),
    weeks: [...new Set(keys.map(({ at }) => isoDate(mondayMs(weekNumber(Number(at))))))],
  },
  settings: SETTINGS,
  lane: 'ingestion',
});

const knownEvent = (row: KnownEventRow): KnownEvent => ({
  eventId: BigInt(row.event_id),
  customerKey: row.customer_id,
  outletKey: row.device_id,
  advertiserKey: row.advertiser_id,
  timestampMs: Number(row.at),
  kind: row.kind,
  flightKey: row.flight_id,
  viewId: BigInt(row.view_id),
  invalid: row.invalid === 'none' ? null : row.invalid,
  cryptic: row.token,
});
