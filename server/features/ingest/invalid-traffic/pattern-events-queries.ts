import type { EventKind, EventsReader } from '#event-store/event-store.ts';

/** The fields of a stored event that the statistical rules use. */
export type RecentEvent = {
  readonly eventId: bigint;
  readonly viewId: bigint;
  readonly kind: EventKind;
  readonly outletKey: number;
  readonly flightKey: number;
  readonly atMs: number;
  /** 32 hex digits; '' if unknown. */
  readonly fingerprint: string;
  /** Null if the energy is an estimate. */
  readonly energyMilliWh: number | null;
};

const NO_FINGERPRINT = '0'.repeat(32);
/** Maximum number of events per outlet and in total, so that a startup reads only a few megabytes. */
const MOST_OF_OUTLET = 320;
const MOST_OF_ALL = 200_000;

/**
 * Condition for events that the statistical rules use. Rejected plays are left out because they say nothing about
 * visitors: anyone can forge them in an outlet's name.
 */
const JUDGED_LATER = `invalid IN ('none', 'over_budget', 'visitor_pace', 'outlet_pace', 'data_centre', 'outlet_silent',
  'click_pattern', 'energy_pattern', 'interval_pattern', 'fingerprint_pattern', 'closed_hours', 'distant_venues',
  'many_addresses', 'outlet_share')`;

const RECENT = `SELECT event_id AS id, view_id AS view, kind, device_id AS outlet, flight_id AS flight,
    toUnixTimestamp64Milli(ts) AS at, lower(hex(fingerprint)) AS visitor, energy_milli_wh AS energy,
    energy_metered AS metered, toUnixTimestamp(ingested_at) AS stored
  FROM events
  WHERE kind IN ('view', 'click', 'burn') AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ingested_at >= toDateTime({stored:UInt32}) AND ${JUDGED_LATER}
  ORDER BY ts DESC LIMIT {ofOutlet:UInt32} BY device_id LIMIT {ofAll:UInt32}`;

type Row = {
  id: string;
  view: string;
  kind: EventKind;
  outlet: number;
  flight: number;
  at: string;
  visitor: string;
  energy: number;
  metered: boolean;
  stored: number;
};

/**
 * Reads each outlet's newest events since `fromMs` that were stored since `storedSince` (seconds by the store's
 * clock), newest first. Also returns the newest such second. Copies of a row are equal; callers deduplicate them by
 * id.
 */
export async function readRecentEvents(
  events: EventsReader,
  { fromMs, storedSince }: { readonly fromMs: number; readonly storedSince: number },
): Promise<{ readonly events: readonly RecentEvent[]; readonly newestStored: number }> {
  const found: RecentEvent[] = [];
  let newestStored = storedSince;
  const read = {
    sql: RECENT,
    params: { from: fromMs, stored: storedSince, ofOutlet: MOST_OF_OUTLET, ofAll: MOST_OF_ALL },
    scope: { kind: 'all' },
    limits: { seconds: 30, rows: MOST_OF_ALL },
  } as const;
  for await (const row of events.stream<Row>(read)) {
    newestStored = Math.max(newestStored, row.stored);
    found.push({
      eventId: BigInt(row.id),
      viewId: BigInt(row.view),
      kind: row.kind,
      outletKey: row.outlet,
      flightKey: row.flight,
      atMs: Number(row.at),
      fingerprint: row.visitor === NO_FINGERPRINT ? '' : row.visitor,
      energyMilliWh: row.metered ? row.energy : null,
    });
  }
  return { events: found, newestStored };
}
