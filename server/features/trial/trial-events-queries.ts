import type { InvalidReason } from '#contract/ingest.ts';
import type { TriedPage } from '#domain/contract-trial.ts';
import type { BillableKind } from '#domain/money.ts';
import { COUNTS, type EventsReader } from '#event-store/event-store.ts';

/** Events that share every input of their amounts. */
export type AlikeEvents = {
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly kind: BillableKind;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /** The latest time in `starts` at or before these events. */
  readonly sinceMs: number;
  readonly events: number;
  /** A hash that these events share, and that hardly any other events have. */
  readonly alike: string;
};

type Span = { readonly fromMs: number; readonly toMs: number };

const LIMITS = { seconds: 60, rows: 50_000_000 } as const;
const ALIKE = 'cityHash64(customer_id, flight_id, kind, amount_micros, owner_micros)';
const TIME = 'ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})';

/** Streams the counted events in a time span, grouped if alike. `starts` are the times at which shares change. */
export async function* streamAlike(
  events: EventsReader,
  { fromMs, toMs }: Span,
  { starts, kinds }: { readonly starts: readonly number[]; readonly kinds: readonly BillableKind[] },
): AsyncIterable<AlikeEvents> {
  type Row = {
    customer: number;
    advertiser: number;
    flight: number;
    type: BillableKind;
    amount: string;
    part: string;
    since: string;
    events: string;
    alike: string;
  };
  const rows = events.stream<Row>({
    sql: `SELECT customer_id AS customer, advertiser_id AS advertiser, flight_id AS flight, toString(kind) AS type,
        amount_micros AS amount, owner_micros AS part, roundDown(toUnixTimestamp64Milli(ts), {starts:Array(Int64)}) AS since,
        count() AS events, toString(any(${ALIKE})) AS alike
      FROM events FINAL
      WHERE ${COUNTS} AND ${TIME} AND toString(kind) IN {kinds:Array(String)}
      GROUP BY customer, advertiser, flight, type, amount, part, since`,
    params: { from: fromMs, to: toMs, starts, kinds },
    scope: { kind: 'all' },
    limits: LIMITS,
  });
  for await (const row of rows)
    yield {
      customerKey: row.customer,
      advertiserKey: row.advertiser,
      flightKey: row.flight,
      kind: row.type,
      amountMicros: Number(row.amount),
      ownerMicros: Number(row.part),
      sinceMs: Number(row.since),
      events: Number(row.events),
      alike: row.alike,
    };
}

/** A view with what it earned, or would have earned. */
export type JudgedView = {
  readonly eventId: bigint;
  readonly atMs: number;
  readonly visitor: string;
  readonly outletKey: number;
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly reason: InvalidReason | null;
  readonly amountMicros: number;
  readonly ownerMicros: number;
};

const NO_FINGERPRINT = '0'.repeat(32);

/** Streams the valid and invalid views in a time span, in order. */
export async function* streamViews(events: EventsReader, { fromMs, toMs }: Span): AsyncIterable<JudgedView> {
  type Row = {
    id: string;
    at: string;
    visitor: string;
    outlet: number;
    customer: number;
    advertiser: number;
    flight: number;
    reason: InvalidReason | 'none';
    amount: string;
    part: string;
  };
  const rows = events.stream<Row>({
    sql: `SELECT toString(event_id) AS id, toUnixTimestamp64Milli(ts) AS at, lower(hex(fingerprint)) AS visitor, device_id AS outlet, customer_id AS customer,
        advertiser_id AS advertiser, flight_id AS flight, toString(invalid) AS reason,
        amount_micros + withheld_micros AS amount, owner_micros + withheld_owner_micros AS part
      FROM events FINAL
      WHERE kind = 'view' AND ${TIME}
      ORDER BY ts, event_id`,
    params: { from: fromMs, to: toMs },
    scope: { kind: 'all' },
    limits: LIMITS,
  });
  for await (const row of rows)
    yield {
      eventId: BigInt(row.id),
      atMs: Number(row.at),
      visitor: row.visitor === NO_FINGERPRINT ? '' : row.visitor,
      outletKey: row.outlet,
      customerKey: row.customer,
      advertiserKey: row.advertiser,
      flightKey: row.flight,
      reason: row.reason === 'none' ? null : row.reason,
      amountMicros: Number(row.amount),
      ownerMicros: Number(row.part),
    };
}

/** A counted event with its earnings. */
export type CountedEvent = Omit<JudgedView, 'visitor' | 'reason'> & { readonly kind: BillableKind };

type Keys = readonly number[] | null;
type Narrowed = {
  readonly customers: Keys;
  readonly advertisers: Keys;
  readonly flights: Keys;
  readonly alike: readonly bigint[] | null;
};

/** Finds the newest counted events in a time span that precede the position `before`; null means no limit. */
export async function findCounted(
  events: EventsReader,
  { fromMs, toMs }: Span,
  { before, kinds, limit, ...only }: TriedPage & Narrowed & { readonly kinds: readonly BillableKind[] },
): Promise<CountedEvent[]> {
  type Row = {
    id: string;
    at: string;
    type: BillableKind;
    outlet: number;
    customer: number;
    advertiser: number;
    flight: number;
    amount: string;
    part: string;
  };
  const among = (column: string, name: string, keys: Keys) =>
    keys === null ? '' : `AND ${column} IN {${name}:Array(UInt32)}`;
  const { alike, customers, advertisers, flights } = only;
  const rows = await events.query<Row>({
    sql: `SELECT toString(event_id) AS id, toUnixTimestamp64Milli(ts) AS at, toString(kind) AS type, device_id AS outlet,
        customer_id AS customer, advertiser_id AS advertiser, flight_id AS flight, amount_micros AS amount, owner_micros AS part
      FROM events FINAL
      WHERE ${COUNTS} AND ${TIME} AND toString(kind) IN {kinds:Array(String)}
        ${among('customer_id', 'customers', customers)} ${among('advertiser_id', 'advertisers', advertisers)}
        ${among('flight_id', 'flights', flights)} ${alike === null ? '' : `AND ${ALIKE} IN {alike:Array(UInt64)}`}
        AND (toUnixTimestamp64Milli(ts), event_id) < ({beforeMs:Int64}, {beforeId:UInt64})
      ORDER BY ts DESC, event_id DESC
      LIMIT {limit:UInt32}`,
    params: {
      from: fromMs,
      to: toMs,
      kinds,
      limit,
      beforeMs: before?.timestampMs ?? toMs,
      beforeId: String(before?.eventId ?? 0n),
      ...(customers === null ? {} : { customers }),
      ...(advertisers === null ? {} : { advertisers }),
      ...(flights === null ? {} : { flights }),
      ...(alike === null ? {} : { alike }),
    },
    scope: { kind: 'all' },
    limits: LIMITS,
  });
  return rows.map((row) => ({
    eventId: BigInt(row.id),
    atMs: Number(row.at),
    kind: row.type,
    outletKey: row.outlet,
    customerKey: row.customer,
    advertiserKey: row.advertiser,
    flightKey: row.flight,
    amountMicros: Number(row.amount),
    ownerMicros: Number(row.part),
  }));
}
