import type { InvalidReason } from '#contract/ingest.ts';
import type { Scope } from '#domain/role.ts';
import { COUNTS, type EventsReader } from '#event-store/event-store.ts';

export type UnbilledQuestion = {
  readonly kind: 'statement' | 'invoice';
  readonly customerKey: number;
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Bounds of the arrival time, in epoch seconds of the store's clock; the second is exclusive. Null means no bound.
   */
  readonly arrivedFrom: number | null;
  readonly arrivedBefore: number | null;
};

export type UnbilledRow = {
  readonly ofKey: number;
  /**
   * The reason why the events are invalid, or `none`. For invalid events, the amounts are those that they would have
   * cost.
   */
  readonly reason: InvalidReason | 'none';
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly amount: number;
  readonly owner: number;
};

const EVER = 10 ** 11;
const LONGEST_SECONDS = 30;
const MOST_ROWS = 500_000;

const SUMS = `toString(countIf(kind = 'view')) AS views, toString(countIf(kind = 'click')) AS clicks,
  toString(countIf(kind = 'burn')) AS burns, toString(sum(amount_micros + withheld_micros)) AS amount,
  toString(invalid) AS reason`;
const OWNERS = 'toString(sum(owner_micros + withheld_owner_micros)) AS owner';
const TIME = 'ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})';
const ARRIVED = `toUnixTimestamp(ingested_at) >= {arrivedFrom:UInt64} AND toUnixTimestamp(ingested_at) < {arrivedBefore:UInt64}`;

const OF_OWNER = `SELECT device_id AS ofKey, ${SUMS}, ${OWNERS} FROM events FINAL
  WHERE customer_id = {customer:UInt32} AND ${TIME} AND kind != 'reading' AND ${ARRIVED} GROUP BY device_id, invalid`;
const OF_ADVERTISER = `SELECT flight_id AS ofKey, ${SUMS}, ${OWNERS} FROM events FINAL
  WHERE advertiser_id = {customer:UInt32} AND ${TIME} AND kind != 'reading' AND ${ARRIVED} GROUP BY flight_id, invalid`;
/**
 * Query for an advertiser's current sums, from the copy of the table that is sorted by campaign. The copy has neither
 * the arrival time nor the owner's share.
 */
const OF_ADVERTISER_NOW = `SELECT flight_id AS ofKey, ${SUMS}, '0' AS owner FROM events_by_campaign FINAL
  WHERE advertiser_id = {customer:UInt32} AND ${TIME} AND kind != 'reading' GROUP BY flight_id, invalid`;

/** Sums the customer's events in one time span that arrived in another, by outlet or by flight, within `scope`. */
export async function sumUnbilled(
  events: EventsReader,
  scope: Scope,
  { kind, customerKey, fromMs, toMs, arrivedFrom, arrivedBefore }: UnbilledQuestion,
): Promise<UnbilledRow[]> {
  const isNow = arrivedFrom === null && arrivedBefore === null;
  const sql = kind === 'statement' ? OF_OWNER : isNow ? OF_ADVERTISER_NOW : OF_ADVERTISER;
  const arrived =
    isNow && kind === 'invoice' ? {} : { arrivedFrom: arrivedFrom ?? 0, arrivedBefore: arrivedBefore ?? EVER };
  const params = { customer: customerKey, from: fromMs, to: toMs, ...arrived };
  const limits = { seconds: LONGEST_SECONDS, rows: MOST_ROWS };
  const rows: UnbilledRow[] = [];
  for await (const row of events.stream<
    Record<Exclude<keyof UnbilledRow, 'reason'>, string> & Pick<UnbilledRow, 'reason'>
  >({ sql, params, scope, limits }))
    rows.push({
      ofKey: Number(row.ofKey),
      reason: row.reason,
      views: Number(row.views),
      clicks: Number(row.clicks),
      burns: Number(row.burns),
      amount: Number(row.amount),
      owner: Number(row.owner),
    });
  return rows;
}

type LineQuestion = Omit<UnbilledQuestion, 'arrivedFrom' | 'arrivedBefore'> & {
  /** Key of the outlet or flight. */
  readonly ofKey: number;
  readonly arrivedFrom: number;
  readonly arrivedBefore: number | null;
  readonly limit: number;
  readonly offset: number;
};

type LineEventRow = {
  /** The zero UUID if it is unknown. */
  readonly sentId: string;
  readonly atMs: number;
  readonly kind: 'view' | 'click' | 'burn';
  readonly amount: number;
  readonly owner: number;
};

const OWN = 'customer_id = {customer:UInt32} AND device_id = {of:UInt32}';
const PAID = 'advertiser_id = {customer:UInt32} AND flight_id = {of:UInt32}';
const eventsOf = (
  whose: string,
) => `SELECT toString(toUnixTimestamp64Milli(ts)) AS atMs, toString(kind) AS kind, toString(sent_id) AS sentId,
    toString(amount_micros) AS amount, toString(owner_micros) AS owner FROM events FINAL
  WHERE ${whose} AND events.kind != 'reading' AND ${COUNTS} AND ${TIME} AND ${ARRIVED} ORDER BY ts, event_id LIMIT {limit:UInt32} OFFSET {offset:UInt32}`;
const countOf = (whose: string) => `SELECT toString(count()) AS events FROM events FINAL
  WHERE ${whose} AND events.kind != 'reading' AND ${COUNTS} AND ${TIME} AND ${ARRIVED}`;
const EVENTS_OF = { statement: eventsOf(OWN), invoice: eventsOf(PAID) };
const COUNT_OF = { statement: countOf(OWN), invoice: countOf(PAID) };

/** Finds the events that a line sums, within `scope`, oldest first. */
export async function findLineEvents(
  events: EventsReader,
  scope: Scope,
  { kind, customerKey, ofKey, fromMs, toMs, arrivedFrom, arrivedBefore, limit, offset }: LineQuestion,
): Promise<{ readonly rows: LineEventRow[]; readonly total: number }> {
  const asked = { customer: customerKey, of: ofKey, from: fromMs, to: toMs };
  const params = { ...asked, arrivedFrom, arrivedBefore: arrivedBefore ?? EVER };
  const limits = { seconds: LONGEST_SECONDS };
  type Text = Record<'atMs' | 'amount' | 'owner', string> & Pick<LineEventRow, 'kind' | 'sentId'>;
  const page = { ...params, limit, offset };
  const [rows, [counted]] = await Promise.all([
    events.query<Text>({ sql: EVENTS_OF[kind], params: page, scope, limits }),
    events.query<{ events: string }>({ sql: COUNT_OF[kind], params, scope, limits }),
  ]);
  return {
    rows: rows.map((row) => ({
      atMs: Number(row.atMs),
      kind: row.kind,
      sentId: row.sentId,
      amount: Number(row.amount),
      owner: Number(row.owner),
    })),
    total: Number(counted?.events ?? 0),
  };
}
