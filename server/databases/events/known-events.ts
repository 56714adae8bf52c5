import type { KnownEvent, StoredEvent } from './events-db.ts';
import { collectRows, type EngineRead, type EventsEngine } from './events-engine.ts';

/** Answers which event ids are stored; the ways differ in what they remember. */
export interface KnownEvents {
  find(eventIds: readonly bigint[]): Promise<KnownEvent[]>;
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
  remember: () => {},
  confirm: () => {},
});

const MOST_IDS_A_QUERY = 10_000;

/** Looks ids up in the weeks given (Mondays), or in all of them. */
export async function lookUpEvents(
  engine: EventsEngine,
  eventIds: readonly bigint[],
  weeks: readonly string[] | 'all' = 'all',
): Promise<KnownEvent[]> {
  const found: KnownEvent[] = [];
  for (let at = 0; at < eventIds.length; at += MOST_IDS_A_QUERY) {
    const ids = eventIds.slice(at, at + MOST_IDS_A_QUERY);
    for (const row of await collectRows<KnownEventRow>(engine, lookup(ids, weeks))) found.push(knownEvent(row));
  }
  return found;
}

const lookup = (ids: readonly bigint[], weeks: readonly string[] | 'all'): EngineRead => ({
  sql: `SELECT event_id, device_id, toUnixTimestamp64Milli(ts) AS at, kind, flight_id, view_id FROM events
    PREWHERE event_id IN {ids:Array(UInt64)}
    ${weeks === 'all' ? '' : 'WHERE toMonday(ts) IN {weeks:Array(Date)}'} LIMIT 1 BY event_id`,
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
