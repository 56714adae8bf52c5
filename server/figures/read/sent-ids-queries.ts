import type { Scope } from '#domain/role.ts';
import { type EventsReader, NO_UUID } from '#event-store/event-store.ts';

/** The columns that locate an event in the store. */
type Placed = {
  readonly id: string;
  readonly at: string;
  readonly customer: number;
  readonly outlet: number;
};

/**
 * Finds the UUIDs that outlets sent, by the store's event ID. Older events have no UUID. Only `events` has this column,
 * because it would increase the size of the copy sorted by campaign by half.
 */
export async function findSentIds(
  events: Pick<EventsReader, 'query'>,
  scope: Scope,
  found: readonly Placed[],
): Promise<ReadonlyMap<string, string>> {
  if (found.length === 0) return new Map();
  const rows = await events.query<{ id: string; sentId: string }>({
    sql: `SELECT toString(event_id) AS id, toString(sent_id) AS sentId FROM events
      WHERE customer_id IN {customers:Array(UInt32)} AND device_id IN {outlets:Array(UInt32)}
        AND toUnixTimestamp64Milli(ts) IN {times:Array(Int64)} AND event_id IN {ids:Array(UInt64)}
        AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts <= fromUnixTimestamp64Milli({to:Int64})
      LIMIT 1 BY id`,
    params: {
      customers: [...new Set(found.map(({ customer }) => customer))],
      outlets: [...new Set(found.map(({ outlet }) => outlet))],
      times: found.map(({ at }) => Number(at)),
      ids: found.map(({ id }) => BigInt(id)),
      // Events are sorted newest first.
      from: Number(found.at(-1)?.at ?? 0),
      to: Number(found[0]?.at ?? 0),
    },
    scope,
  });
  return new Map(rows.flatMap(({ id, sentId }) => (sentId === NO_UUID ? [] : [[id, sentId] as const])));
}
