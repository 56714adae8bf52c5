import type { InvalidReason } from '#contract/ingest.ts';
import { COUNTS, type EventsReader } from '#event-store/event-store.ts';

/**
 * Time limit of queries that run once, at the end of the first start. No request waits for these queries, and the
 * machine may be busy.
 */
const READ_LIMITS = { seconds: 60 };

export type EarnedByFlight = { readonly key: number; readonly micros: number; readonly todayMicros: number };

/** Sums what some flights earned in the history, in total and since `todayMs`. */
export async function sumEarned(
  events: EventsReader,
  keys: readonly number[],
  todayMs: number,
): Promise<EarnedByFlight[]> {
  const rows = await events.query<{ key: number; micros: string; todayMicros: string }>({
    sql: `
      SELECT flight_id AS key, toString(sum(amount_micros)) AS micros,
        toString(sumIf(amount_micros, ts >= fromUnixTimestamp64Milli({todayMs:Int64}, 'UTC'))) AS todayMicros
      FROM events FINAL WHERE ${COUNTS} AND flight_id IN {keys:Array(UInt32)} GROUP BY key`,
    params: { keys, todayMs },
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
  return rows.map(({ key, micros, todayMicros }) => ({
    key,
    micros: Number(micros),
    todayMicros: Number(todayMicros),
  }));
}

export type JudgedDay = { readonly outletKey: number; readonly day: string; readonly reason: InvalidReason };

/**
 * Finds where most of a customer's invalid events are within some days. Returns up to three rows, by outlet, day and
 * reason, most events first.
 */
export async function findJudgedDays(
  events: EventsReader,
  { kind, key }: { readonly kind: 'property' | 'advertiser'; readonly key: number },
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<JudgedDay[]> {
  return events.query<JudgedDay>({
    sql: `
      SELECT device_id AS outletKey, toString(local_day) AS day, toString(invalid) AS reason
      FROM events FINAL
      WHERE NOT (${COUNTS}) AND invalid != 'over_budget' AND local_day >= {fromDay:Date} AND local_day <= {toDay:Date}
        AND ${kind === 'property' ? 'customer_id' : 'advertiser_id'} = {key:UInt32}
      GROUP BY outletKey, day, reason ORDER BY count() DESC, day, outletKey, reason LIMIT 3`,
    params: { key, fromDay, toDay },
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
}
