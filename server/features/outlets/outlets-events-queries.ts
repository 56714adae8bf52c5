import type { EventsReader } from '#event-store/event-store.ts';

type Where = { readonly customerKey: number; readonly outletKey: number; readonly fromMs: number };

const ANY_SINCE = `
  SELECT 1 AS found FROM events
  WHERE customer_id = {customer:UInt32} AND device_id = {outlet:UInt32}
    AND ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  LIMIT 1
  UNION ALL
  SELECT 1 AS found FROM archived_quarter
  WHERE seal IN {seals:Array(UInt32)} AND customer_id = {customer:UInt32} AND device_id = {outlet:UInt32}
    AND ts > fromUnixTimestamp64Milli({from:Int64}, 'UTC') - INTERVAL 15 minute
  LIMIT 1`;

/**
 * Whether any of an outlet's events were counted for a customer since `fromMs`. Where only sums are stored, the check
 * starts at the quarter hour that contains `fromMs`.
 */
export async function hasEventsSince(
  events: EventsReader,
  { customerKey, outletKey, fromMs }: Where,
): Promise<boolean> {
  const { archive } = await events.seal();
  const seals = [0, ...[...archive.weeks.values()].map(({ number }) => number)];
  const params = { customer: customerKey, outlet: outletKey, from: fromMs, seals };
  return (await events.query({ sql: ANY_SINCE, params, scope: { kind: 'all' } })).length > 0;
}
