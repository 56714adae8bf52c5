import type { Archive, EventsReader, SqlValue } from '#event-store/event-store.ts';
import { clip, type Interval } from '../plan/reading-plan.ts';
import { forEachSource } from './archive-queries.ts';
import { between, intervalParams } from './raw-times.ts';

/**
 * The cost of valid events between an owner and an advertiser (0 if there is none), and the owner's part of that cost,
 * in micro-dollars.
 */
export type MoneySum = {
  readonly ownerKey: number;
  readonly advertiserKey: number;
  readonly amount: bigint;
  readonly owner: bigint;
};

/** Maximum number of rows, which is enough for all pairs of owner and advertiser in a large network. */
const MOST_ROWS = 500_000;

/**
 * Sums amounts in the whole network within an interval, by owner and advertiser. `arrivedFrom` (epoch seconds of the
 * store's clock) limits the sums to later arrivals. Archived events are then omitted, because their arrival time is
 * unknown.
 */
export const sumMoney = (
  events: EventsReader,
  interval: Interval,
  archive: Archive,
  arrivedFrom: number | null,
): Promise<MoneySum[]> =>
  forEachSource(archive, [interval], async (place) => {
    if (arrivedFrom !== null && !place.knowsArrivals) return [];
    const params: Record<string, SqlValue> = {
      ...place.params,
      ...intervalParams('money', clip(interval, place.span.fromMs, place.span.toMs)),
      ...(arrivedFrom === null ? {} : { arrivedFrom }),
    };
    const arrived = arrivedFrom === null ? '' : 'AND toUnixTimestamp(ingested_at) >= {arrivedFrom:UInt64}';
    const rows = await events.query<{ ownerKey: number; advertiserKey: number; amount: string; owner: string }>({
      sql: `SELECT customer_id AS ownerKey, advertiser_id AS advertiserKey, toString(sum(amount_micros)) AS amount,
          toString(sum(owner_micros)) AS owner
        FROM ${place.from('events', 'FINAL')} AND ${between('money')} ${arrived}
        GROUP BY ownerKey, advertiserKey`,
      params,
      scope: { kind: 'all' },
      limits: { rows: MOST_ROWS },
    });
    return rows.map((row) => ({ ...row, amount: BigInt(row.amount), owner: BigInt(row.owner) }));
  });
