import type { Scope } from '#domain/role.ts';
import { COUNTS, type EventsReader } from '../../databases/events/events-db.ts';

export type UnbilledQuestion = {
  readonly kind: 'statement' | 'invoice';
  readonly customerKey: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Epoch seconds of the store's clock, half-open; null is without limit. */
  readonly arrivedFrom: number | null;
  readonly arrivedBefore: number | null;
};

export type UnbilledRow = {
  readonly ofKey: number;
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
  toString(countIf(kind = 'burn')) AS burns, toString(sum(amount_micros)) AS amount`;
const TIME = 'ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})';
const ARRIVED = `toUnixTimestamp(ingested_at) >= {arrivedFrom:UInt64} AND toUnixTimestamp(ingested_at) < {arrivedBefore:UInt64}`;

const OF_OWNER = `SELECT device_id AS ofKey, ${SUMS}, toString(sum(owner_micros)) AS owner FROM events FINAL
  WHERE customer_id = {customer:UInt32} AND ${COUNTS} AND ${TIME} AND ${ARRIVED} GROUP BY device_id`;
const OF_ADVERTISER = `SELECT flight_id AS ofKey, ${SUMS}, toString(sum(owner_micros)) AS owner FROM events FINAL
  WHERE advertiser_id = {customer:UInt32} AND ${COUNTS} AND ${TIME} AND ${ARRIVED} GROUP BY flight_id`;
/** The copy in the order of campaigns knows neither when an event arrived nor the owner's part. */
const OF_ADVERTISER_NOW = `SELECT flight_id AS ofKey, ${SUMS}, '0' AS owner FROM events_by_campaign FINAL
  WHERE advertiser_id = {customer:UInt32} AND ${COUNTS} AND ${TIME} GROUP BY flight_id`;

/** What counts of a time and arrived in another, by outlet or by flight, within the reader's scope. */
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
  for await (const row of events.stream<Record<keyof UnbilledRow, string>>({ sql, params, scope, limits }))
    rows.push({
      ofKey: Number(row.ofKey),
      views: Number(row.views),
      clicks: Number(row.clicks),
      burns: Number(row.burns),
      amount: Number(row.amount),
      owner: Number(row.owner),
    });
  return rows;
}
