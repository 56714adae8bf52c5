import type { EventsReader } from '#event-store/event-store.ts';
import type { CreditLine } from './traffic-queries.ts';

type Asked = {
  readonly outletKey: number;
  /** 0 means all flights. */
  readonly flightKey: number;
  readonly fromMs: number;
  /** Inclusive. */
  readonly toMs: number;
};

const COUNTED = `device_id = {outlet:UInt32} AND invalid = 'none' AND flight_id != 0 AND kind != 'reading'
  AND ({flight:UInt32} = 0 OR flight_id = {flight:UInt32})
  AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts <= fromUnixTimestamp64Milli({to:Int64})`;

const paramsOf = ({ outletKey, flightKey, fromMs, toMs }: Asked) => ({
  outlet: outletKey,
  flight: flightKey,
  from: fromMs,
  to: toMs,
});

/**
 * Returns the time (epoch ms) of the first of the outlet's last `count` counted events before the end. Returns a time
 * after the end if there are no events.
 */
export async function countedSince(
  events: Pick<EventsReader, 'query'>,
  asked: Asked & { readonly count: number },
): Promise<number> {
  if (asked.count === 0) return asked.toMs + 1;
  const [row] = await events.query<{ at: string; found: string }>({
    sql: `SELECT toUnixTimestamp64Milli(min(ts)) AS at, count() AS found FROM (
        SELECT ts FROM events FINAL WHERE ${COUNTED} ORDER BY ts DESC LIMIT {count:UInt32})`,
    params: { ...paramsOf(asked), count: asked.count },
    scope: { kind: 'all' },
  });
  return row === undefined || Number(row.found) === 0 ? asked.toMs + 1 : Number(row.at);
}

/** Sums what the counted events in a time span earned, by owner and flight. Also returns their first day. */
export async function sumCounted(
  events: Pick<EventsReader, 'query'>,
  asked: Asked,
): Promise<{ readonly lines: readonly CreditLine[]; readonly day: string | null }> {
  const rows = await events.query<{
    owner: number;
    advertiser: number;
    campaign: number;
    flight: number;
    events: string;
    amount: string;
    part: string;
    day: string;
  }>({
    sql: `SELECT customer_id AS owner, advertiser_id AS advertiser, campaign_id AS campaign, flight_id AS flight,
        count() AS events, sum(amount_micros) AS amount, sum(owner_micros) AS part, toString(min(local_day)) AS day
      FROM events FINAL WHERE ${COUNTED} GROUP BY owner, advertiser, campaign, flight ORDER BY owner, flight`,
    params: paramsOf(asked),
    scope: { kind: 'all' },
  });
  const days = rows.map(({ day }) => day).sort();
  return {
    day: days[0] ?? null,
    lines: rows.map((row) => ({
      owner_key: row.owner,
      advertiser_key: row.advertiser,
      campaign_key: row.campaign,
      flight_key: row.flight,
      events: Number(row.events),
      amount_micros: Number(row.amount),
      owner_micros: Number(row.part),
    })),
  };
}
