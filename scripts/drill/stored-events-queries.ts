import type { EventsStore } from '#event-store/events-store.ts';
import type { InvalidReason } from '../../contract/ingest.ts';

export type StoredRow = {
  readonly eventId: bigint;
  readonly timestampMs: number;
  readonly kind: string;
  readonly customerKey: number;
  readonly flightKey: number;
  readonly amount: bigint;
  readonly ownerAmount: bigint;
  readonly energyMilliWh: number;
  readonly invalid: InvalidReason | 'none';
};

type Row = Record<
  'event_id' | 'ts' | 'kind' | 'customer_id' | 'flight_id' | 'amount' | 'owner_amount' | 'energy' | 'invalid',
  string
>;

const ROWS = `SELECT toString(event_id) AS event_id, toString(toUnixTimestamp64Milli(ts)) AS ts, toString(kind) AS kind,
  toString(customer_id) AS customer_id, toString(flight_id) AS flight_id, toString(amount_micros) AS amount,
  toString(owner_micros) AS owner_amount, toString(energy_milli_wh) AS energy, toString(invalid) AS invalid
  FROM events FINAL WHERE device_id = {outlet:UInt32}`;

/** Reads every stored event at an outlet, as the product would count it. */
export async function readStoredEvents(events: EventsStore, outletKey: number): Promise<StoredRow[]> {
  const rows = await events.query<Row>({
    sql: ROWS,
    params: { outlet: outletKey },
    scope: { kind: 'all' },
    limits: { seconds: 60, rows: 2_000_000 },
  });
  return rows.map((row) => ({
    eventId: BigInt(row.event_id),
    timestampMs: Number(row.ts),
    kind: row.kind,
    customerKey: Number(row.customer_id),
    flightKey: Number(row.flight_id),
    amount: BigInt(row.amount),
    ownerAmount: BigInt(row.owner_amount),
    energyMilliWh: Number(row.energy),
    invalid: row.invalid as StoredRow['invalid'],
  }));
}
