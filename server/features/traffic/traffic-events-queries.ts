import type { InvalidReason } from '#contract/ingest.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { CreditLine, Judged } from './traffic-queries.ts';

/** A customer whose events are requested: an owner or an advertiser. */
export type Party = { readonly kind: 'property' | 'advertiser'; readonly customerKey: number };

/** Sums exactly what the party's events in a judgment would have earned, by owner and flight. */
export async function sumWithheld(
  events: EventsReader,
  { day, reason }: Pick<Judged, 'day' | 'reason'>,
  { outletKey, party }: { readonly outletKey: number; readonly party: Party },
): Promise<CreditLine[]> {
  const own = party.kind === 'property' ? 'customer_id' : 'advertiser_id';
  const rows = await events.query<{
    owner: number;
    advertiser: number;
    campaign: number;
    flight: number;
    events: string;
    amount: string;
    part: string;
  }>({
    sql: `SELECT customer_id AS owner, advertiser_id AS advertiser, campaign_id AS campaign, flight_id AS flight,
        count() AS events, sum(withheld_micros) AS amount, sum(withheld_owner_micros) AS part
      FROM events FINAL
      WHERE device_id = {outlet:UInt32} AND local_day = {day:Date} AND invalid = {reason:String}
        AND ${own} = {party:UInt32}
        AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})
      GROUP BY owner, advertiser, campaign, flight ORDER BY owner, flight`,
    params: {
      outlet: outletKey,
      day,
      reason,
      party: party.customerKey,
      // In any time zone, a day lies between the start of the previous UTC day and the end of the next UTC day.
      from: Date.parse(day) - DAY_MS,
      to: Date.parse(day) + 2 * DAY_MS,
    },
    scope: { kind: 'all' },
  });
  return rows.map((row) => ({
    owner_key: row.owner,
    advertiser_key: row.advertiser,
    campaign_key: row.campaign,
    flight_key: row.flight,
    events: Number(row.events),
    amount_micros: Number(row.amount),
    owner_micros: Number(row.part),
  }));
}

/** Finds the same events of one flight separately and in order, in case the budget cannot cover all of them. */
export async function findWithheld(
  events: EventsReader,
  { day, reason }: Pick<Judged, 'day' | 'reason'>,
  {
    outletKey,
    ownerKey,
    flightKey,
  }: { readonly outletKey: number; readonly ownerKey: number; readonly flightKey: number },
): Promise<{ readonly amountMicros: number; readonly ownerMicros: number }[]> {
  const rows = await events.query<{ amount: string; part: string }>({
    sql: `SELECT withheld_micros AS amount, withheld_owner_micros AS part FROM events FINAL
      WHERE device_id = {outlet:UInt32} AND local_day = {day:Date} AND invalid = {reason:String}
        AND customer_id = {owner:UInt32} AND flight_id = {flight:UInt32}
        AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})
      ORDER BY ts, event_id`,
    params: {
      outlet: outletKey,
      day,
      reason,
      owner: ownerKey,
      flight: flightKey,
      from: Date.parse(day) - DAY_MS,
      to: Date.parse(day) + 2 * DAY_MS,
    },
    scope: { kind: 'all' },
    limits: { rows: MOST_WITHHELD },
  });
  return rows.map(({ amount, part }) => ({ amountMicros: Number(amount), ownerMicros: Number(part) }));
}

/** Maximum number of events to read. An outlet reports fewer events than this per day. */
const MOST_WITHHELD = 1_000_000;

export type TriedRow = {
  readonly kind: 'view' | 'click' | 'burn';
  readonly eventId: string;
  /** The view of a click or burn; '0' for a view. */
  readonly viewId: string;
  readonly atMs: number;
  readonly visitor: string;
  readonly outletKey: number;
  readonly flightKey: number;
  /** Null if the energy is an estimate. */
  readonly energyMilliWh: number | null;
  readonly reason: InvalidReason | null;
  /** What the event cost its advertiser, or would have cost. */
  readonly micros: number;
};

const NO_FINGERPRINT = '0'.repeat(32);

/**
 * Streams the valid and invalid events in a time span, in order. In the same millisecond, views come before their
 * clicks and burns.
 */
export async function* streamTried(
  events: EventsReader,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): AsyncIterable<TriedRow> {
  type Row = {
    kind: TriedRow['kind'];
    id: string;
    view: string;
    energy: number;
    metered: boolean;
    at: string;
    visitor: string;
    outlet: number;
    flight: number;
    reason: InvalidReason | 'none';
    micros: string;
  };
  const rows = events.stream<Row>({
    sql: `SELECT toUnixTimestamp64Milli(ts) AS at, lower(hex(fingerprint)) AS visitor, device_id AS outlet,
        flight_id AS flight, invalid AS reason, amount_micros + withheld_micros AS micros, kind,
        toString(event_id) AS id, toString(view_id) AS view, toInt32(energy_milli_wh) AS energy, energy_metered AS metered
      FROM events FINAL
      WHERE kind != 'reading' AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})
      ORDER BY ts, kind, event_id`,
    params: { from: fromMs, to: toMs },
    scope: { kind: 'all' },
    limits: { seconds: 60, rows: 50_000_000 },
  });
  for await (const { at, visitor, outlet, flight, reason, micros, kind, id, view, energy, metered } of rows)
    yield {
      kind,
      eventId: id,
      viewId: view,
      energyMilliWh: metered ? energy : null,
      atMs: Number(at),
      visitor: visitor === NO_FINGERPRINT ? '' : visitor,
      outletKey: outlet,
      flightKey: flight,
      reason: reason === 'none' ? null : reason,
      micros: Number(micros),
    };
}
