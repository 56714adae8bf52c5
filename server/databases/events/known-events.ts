import type { InvalidReason } from '#contract/ingest.ts';
import type { KnownEvent, StoredEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';

/** Answers which event ids are stored; the ways differ in what they remember. */
export interface KnownEvents {
  find(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  /** Called before rows are inserted, so that no id can be stored and not known. */
  remember(rows: readonly StoredEvent[]): void;
  /** Called when they are on disk. */
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

/** By asking the store about every id: right where other processes insert as well. */
export const createKnownEventsLookup = (engine: EventsEngine): KnownEvents => ({
  find: (wanted) => lookUpEvents(engine, wanted),
  findFollowers: (wanted) => lookUpFollowers(engine, wanted),
  remember: () => {},
  confirm: () => {},
});

/** A server takes no parameter of more than 128 KiB (`http_max_field_value_size`); an id has up to 20 digits. */
const MOST_IDS_A_QUERY = 5_000;

/** With more outlets than this, looking each up in the index costs more than reading all ids. */
const MOST_OUTLETS_A_QUERY = 300;

/** Looks events up in the weeks given (Mondays), or in all of them. */
export function lookUpEvents(
  engine: EventsEngine,
  wanted: readonly WantedEvent[],
  weeks: readonly string[] | 'all' = 'all',
): Promise<KnownEvent[]> {
  const ids = wanted.map(({ eventId, outletKey }) => ({ id: eventId, outletKey }));
  return lookUp(engine, FIND_EVENTS, ids, weeks);
}

/** Looks up what followed views, in the weeks given (Mondays), or in all of them. */
export async function lookUpFollowers(
  engine: EventsEngine,
  wanted: readonly WantedFollow[],
  weeks: readonly string[] | 'all' = 'all',
): Promise<KnownEvent[]> {
  const kinds = new Map<bigint, Set<string>>();
  for (const { viewId, kind } of wanted) kinds.set(viewId, (kinds.get(viewId) ?? new Set()).add(kind));
  const ids = wanted.map(({ viewId, outletKey }) => ({ id: viewId, outletKey }));
  const found = await lookUp(engine, FIND_FOLLOWERS, ids, weeks);
  return found.filter(({ viewId, kind }) => kinds.get(viewId)?.has(kind));
}

type WantedId = { readonly id: bigint; readonly outletKey: number };

async function lookUp(
  engine: EventsEngine,
  what: Lookup,
  wanted: readonly WantedId[],
  weeks: readonly string[] | 'all',
): Promise<KnownEvent[]> {
  const found: KnownEvent[] = [];
  for (let at = 0; at < wanted.length; at += MOST_IDS_A_QUERY) {
    const some = wanted.slice(at, at + MOST_IDS_A_QUERY);
    for (const row of await collectRows<KnownEventRow>(engine, lookup(what, some, weeks))) found.push(knownEvent(row));
  }
  return found;
}

type Lookup = { readonly by: 'event_id' | 'view_id'; readonly oneOf: string };
const FIND_EVENTS: Lookup = { by: 'event_id', oneOf: 'event_id' };
/** Outlets may collide on 64 bits; a view has no view of its own, so only clicks and burns are found. One that counts is never hidden by others. */
const FIND_FOLLOWERS: Lookup = { by: 'view_id', oneOf: 'view_id, kind, device_id, invalid' };

function lookup({ by, oneOf }: Lookup, wanted: readonly WantedId[], weeks: readonly string[] | 'all'): EngineRead {
  const outlets = [...new Set(wanted.map(({ outletKey }) => outletKey))];
  const isOfFew = outlets.length <= MOST_OUTLETS_A_QUERY;
  return {
    sql: `SELECT event_id, customer_id, device_id, advertiser_id, toUnixTimestamp64Milli(ts) AS at, kind, flight_id, view_id, invalid,
      if(kind = 'view', cryptic, '') AS token FROM events
    PREWHERE ${isOfFew ? 'device_id IN {outlets:Array(UInt32)} AND' : ''} ${by} IN {ids:Array(UInt64)}
    ${weeks === 'all' ? '' : 'WHERE toMonday(ts) IN {weeks:Array(Date)}'} LIMIT 1 BY ${oneOf}`,
    params: { ids: wanted.map(({ id }) => id), ...(isOfFew ? { outlets } : {}), ...(weeks === 'all' ? {} : { weeks }) },
    settings: { max_execution_time: 20, output_format_json_quote_64bit_integers: 1 },
    lane: 'small',
  };
}

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
