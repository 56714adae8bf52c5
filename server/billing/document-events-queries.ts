import type { InvalidReason } from '#contract/ingest.ts';
import type { Scope } from '#domain/role.ts';
import type { EventsReader, SqlValue } from '#event-store/event-store.ts';
import { resumable } from '#event-store/retry-steps.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';

/** Events in a month that arrived between two cut-offs (epoch seconds; the second is exclusive). */
export type DocumentSpan = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly arrivedFrom: number;
  readonly arrivedBefore: number;
};

export type DocumentEvent = {
  readonly outletKey: number;
  readonly customerKey: number;
  readonly flightKey: number;
  /** The ID that the outlet sent, or the zero UUID if the ID is unknown. */
  readonly sentId: string;
  readonly atMs: number;
  readonly arrivedMs: number;
  readonly kind: 'view' | 'click' | 'burn';
  readonly reason: InvalidReason | 'none';
  /** Micro-dollars: the owner's share on statements, the amount on invoices. */
  readonly micros: bigint;
};

const OWN = {
  statement: { whose: 'customer_id = {customer:UInt32}', micros: 'owner_micros' },
  invoice: { whose: 'advertiser_id = {customer:UInt32}', micros: 'amount_micros' },
} as const;

const rowsOf = (kind: DocumentKind): string => `FROM events FINAL WHERE ${OWN[kind].whose} AND events.kind != 'reading'
  AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})
  AND toUnixTimestamp(ingested_at) >= {arrivedFrom:UInt64} AND toUnixTimestamp(ingested_at) < {arrivedBefore:UInt64}`;

type Asked = {
  readonly kind: DocumentKind;
  readonly customerKey: number;
  readonly scope: Scope;
  readonly span: DocumentSpan;
};

/**
 * Limits for reading a month of a large network, which can take this long. The events reader's connection has its own
 * timeout.
 */
const LIMITS = { seconds: 600, rows: 1_000_000_000 };

const paramsOf = ({ customerKey, span }: Asked): Record<string, SqlValue> => ({
  customer: customerKey,
  from: span.fromMs,
  to: span.toMs,
  arrivedFrom: span.arrivedFrom,
  arrivedBefore: span.arrivedBefore,
});

/** Counts the document's events, both valid and invalid. */
export async function countDocumentEvents(events: EventsReader, asked: Asked): Promise<number> {
  const sql = `SELECT toString(count()) AS events ${rowsOf(asked.kind)}`;
  const [row] = await events.query<{ events: string }>({
    sql,
    params: paramsOf(asked),
    scope: asked.scope,
    limits: LIMITS,
  });
  return Number(row?.events ?? 0);
}

type EventRow = Record<'at' | 'arrived' | 'id' | 'micros' | 'event', string> &
  Record<'outlet' | 'customer' | 'flight', number> &
  Pick<DocumentEvent, 'reason'> & { type: DocumentEvent['kind'] };

/**
 * Condition for the rows after a row. The event number and the outlet break ties between events with the same
 * timestamp.
 */
const AFTER =
  '(ts, event_id, device_id) > (fromUnixTimestamp64Milli({afterAt:Int64}), {afterEvent:UInt64}, {afterOutlet:UInt32})';

const afterRow = ({ at, event, outlet }: EventRow): Record<string, SqlValue> => ({
  afterAt: BigInt(at),
  afterEvent: BigInt(event),
  afterOutlet: outlet,
});

const readAfter = (events: EventsReader, asked: Asked, last: EventRow | null) =>
  events.stream<EventRow>({
    sql: `SELECT device_id AS outlet, customer_id AS customer, flight_id AS flight, toString(sent_id) AS id,
        toString(toUnixTimestamp64Milli(ts)) AS at, toString(toUnixTimestamp(ingested_at)) AS arrived, toString(events.kind) AS type,
        toString(event_id) AS event, toString(invalid) AS reason, toString(${OWN[asked.kind].micros}) AS micros
      ${rowsOf(asked.kind)} ${last === null ? '' : `AND ${AFTER}`} ORDER BY ts, event_id, device_id`,
    params: { ...paramsOf(asked), ...(last === null ? {} : afterRow(last)) },
    scope: asked.scope,
    limits: LIMITS,
  });

/** Streams the events, oldest first. If a read fails midway, the stream resumes after the last row. */
export function streamDocumentEvents(events: EventsReader, asked: Asked): AsyncIterable<DocumentEvent> {
  return documentEventsOf(resumable((last: EventRow | null) => readAfter(events, asked, last)));
}

async function* documentEventsOf(rows: AsyncIterable<EventRow>): AsyncGenerator<DocumentEvent> {
  for await (const row of rows)
    yield {
      outletKey: row.outlet,
      customerKey: row.customer,
      flightKey: row.flight,
      sentId: row.id,
      atMs: Number(row.at),
      arrivedMs: Number(row.arrived) * 1_000,
      kind: row.type,
      reason: row.reason,
      micros: BigInt(row.micros),
    };
}
