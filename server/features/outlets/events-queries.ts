import type { EventsDb } from '../../databases/events/events-db.ts';

type Where = { readonly customerKey: number; readonly outletKey: number; readonly fromMs: number };

const ANY_SINCE = `
  SELECT 1 AS found FROM events
  WHERE customer_id = {customer:UInt32} AND device_id = {outlet:UInt32}
    AND ts >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  LIMIT 1`;

/** Whether anything of an outlet was counted for a customer since an instant. */
export async function hasEventsSince(events: EventsDb, { customerKey, outletKey, fromMs }: Where): Promise<boolean> {
  const params = { customer: customerKey, outlet: outletKey, from: fromMs };
  return (await events.query({ sql: ANY_SINCE, params, scope: { kind: 'all' } })).length > 0;
}
