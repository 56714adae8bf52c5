import type { Follow, KnownEvent, StoredEvent } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';

/** Answers which event ids are stored; the ways differ in what they remember. */
export interface KnownEvents {
  find(eventIds: readonly bigint[]): Promise<KnownEvent[]>;
  findFollowers(wanted: readonly Follow[]): Promise<KnownEvent[]>;
  /** Called before rows are inserted, so that no id can be stored and not known. */
  remember(rows: readonly StoredEvent[]): void;
  /** Called when they are on disk. */
  confirm(rows: readonly StoredEvent[]): void;
}

type KnownEventRow = {
  event_id: string;
  device_id: number;
  at: string;
  kind: KnownEvent['kind'];
  flight_id: number;
  view_id: string;
};

/** By asking the store about every id: right where other processes insert as well. */
export const createKnownEventsLookup = (engine: EventsEngine): KnownEvents => ({
  find: (eventIds) => lookUpEvents(engine, eventIds),
  findFollowers: (wanted) => lookUpFollowers(engine, wanted),
  remember: () => {},
  confirm: () => {},
});

/** A server takes no parameter of more than 128 KiB (`http_max_field_value_size`); an id has up to 20 digits. */
const MOST_IDS_A_QUERY = 5_000;

/** Looks ids up in the weeks given (Mondays), or in all of them. */
export async function lookUpEvents(
  engine: EventsEngine,
  eventIds: readonly bigint[],
  weeks: readonly string[] | 'all' = 'all',
): Promise<KnownEvent[]> {
  return lookUp(engine, eventIds, (ids) => lookup(FIND_EVENTS, ids, weeks));
}

/** Looks up what followed views, in the weeks given (Mondays), or in all of them. */
export async function lookUpFollowers(
  engine: EventsEngine,
  wanted: readonly Follow[],
  weeks: readonly string[] | 'all' = 'all',
): Promise<KnownEvent[]> {
  const kinds = new Map<bigint, Set<string>>();
  for (const { viewId, kind } of wanted) kinds.set(viewId, (kinds.get(viewId) ?? new Set()).add(kind));
  const found = await lookUp(engine, [...kinds.keys()], (ids) => lookup(FIND_FOLLOWERS, ids, weeks));
  return found.filter(({ viewId, kind }) => kinds.get(viewId)?.has(kind));
}

async function lookUp(
  engine: EventsEngine,
  allIds: readonly bigint[],
  lookupOf: (ids: readonly bigint[]) => EngineRead,
): Promise<KnownEvent[]> {
  const found: KnownEvent[] = [];
  for (let at = 0; at < allIds.length; at += MOST_IDS_A_QUERY) {
    const ids = allIds.slice(at, at + MOST_IDS_A_QUERY);
    for (const row of await collectRows<KnownEventRow>(engine, lookupOf(ids))) found.push(knownEvent(row));
  }
  return found;
}

type Lookup = { readonly by: 'event_id' | 'view_id'; readonly oneOf: string };
const FIND_EVENTS: Lookup = { by: 'event_id', oneOf: 'event_id' };
/** Outlets may collide on 64 bits; a view has no view of its own, so only clicks and burns are found. */
const FIND_FOLLOWERS: Lookup = { by: 'view_id', oneOf: 'view_id, kind, device_id' };

const lookup = ({ by, oneOf }: Lookup, ids: readonly bigint[], weeks: readonly string[] | 'all'): EngineRead => ({
  sql: `SELECT event_id, device_id, toUnixTimestamp64Milli(ts) AS at, kind, flight_id, view_id FROM events
    PREWHERE ${by} IN {ids:Array(UInt64)}
    ${weeks === 'all' ? '' : 'WHERE toMonday(ts) IN {weeks:Array(Date)}'} LIMIT 1 BY ${oneOf}`,
  params: { ids, ...(weeks === 'all' ? {} : { weeks }) },
  settings: { max_execution_time: 20, output_format_json_quote_64bit_integers: 1 },
  lane: 'small',
});

const knownEvent = (row: KnownEventRow): KnownEvent => ({
  eventId: BigInt(row.event_id),
  outletKey: row.device_id,
  timestampMs: Number(row.at),
  kind: row.kind,
  flightKey: row.flight_id,
  viewId: BigInt(row.view_id),
});
