import type { EventsReader } from '#event-store/event-store.ts';

/**
 * Returns the number and amount of valid views of flights that were reported without a play since a time (epoch ms).
 */
export async function sumUnsignedViews(
  events: Pick<EventsReader, 'query'>,
  fromMs: number,
): Promise<{ readonly views: number; readonly amountMicros: number }> {
  const [sums] = await events.query<{ views: string; amount: string }>({
    sql: `SELECT count() AS views, sum(amount_micros) AS amount FROM events FINAL
      WHERE kind = 'view' AND invalid = 'none' AND NOT signed AND flight_id != 0
        AND ts >= fromUnixTimestamp64Milli({from:Int64})`,
    params: { from: fromMs },
    scope: { kind: 'all' },
    limits: { seconds: 60 },
  });
  return { views: Number(sums?.views ?? 0), amountMicros: Number(sums?.amount ?? 0) };
}
