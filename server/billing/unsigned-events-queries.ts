import type { Archive } from '#event-store/event-store.ts';
import type { EventsEngine, EventsStore } from '#event-store/operations.ts';
import { readForJob } from '#event-store/operations.ts';
import { type Span, slicesOf } from './month-events-queries.ts';
import type { UnsignedSums } from './unsigned-views.ts';

const OF_FLIGHTS = `kind = 'view' AND invalid = 'none' AND flight_id != 0
  AND ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})`;

const SINGLE = `SELECT advertiser_id AS advertiser, toFloat64(count()) AS views, sum(amount_micros) AS micros FROM events FINAL
  WHERE ${OF_FLIGHTS} AND NOT signed AND toUnixTimestamp(ingested_at) < {arrived:UInt64} GROUP BY advertiser`;
/**
 * Query for archived sums. If a quarter hour has both signed and unsigned views, the unsigned views get a proportional
 * part of the amount.
 */
const ADDED_UP = `SELECT advertiser_id AS advertiser, toFloat64(sum(events - signed_views)) AS views,
    sum(intDiv(amount_micros * (events - signed_views), greatest(events, 1))) AS micros FROM archived_quarter
  WHERE seal IN {archived:Array(UInt32)} AND ${OF_FLIGHTS} GROUP BY advertiser`;

/** Sums the unsigned views in a span that arrived before `arrivedBefore` (epoch seconds of the store's clock). */
export async function readUnsigned(
  { engine, seal }: Pick<EventsStore, 'engine' | 'seal'>,
  span: Span,
  arrivedBefore: number,
): Promise<UnsignedSums> {
  const { archive } = await seal();
  const sums = new Map<number, { views: number; micros: number }>();
  for (const slice of slicesOf(span))
    for (const { advertiser, views, micros } of await readSlice(engine, archive, slice, arrivedBefore)) {
      const known = sums.get(advertiser) ?? { views: 0, micros: 0 };
      sums.set(advertiser, { views: known.views + views, micros: known.micros + Number(micros) });
    }
  return sums;
}

function readSlice(
  engine: Pick<EventsEngine, 'read'>,
  { endMs, weeks }: Archive,
  { fromMs, toMs }: Span,
  arrivedBefore: number,
): Promise<{ advertiser: number; views: number; micros: string }[]> {
  const time = { from: fromMs, to: toMs };
  if (fromMs >= endMs) return readForJob(engine, SINGLE, { ...time, arrived: arrivedBefore });
  const seals = [...weeks.values()].map(({ number }) => number);
  return readForJob(engine, ADDED_UP, { ...time, archived: seals });
}
