import { MINUTE_MS } from '#domain/durations.ts';
import type { StoredEvent } from '../events-db.ts';
import type { EventsStore } from '../events-store.ts';

type QuarterSums = readonly [
  events: number,
  amount: number,
  owner: number,
  energy: number,
  estimated: number,
  first: number,
];

const QUARTER_MS = 15 * MINUTE_MS;

const inOrder = (sums: Iterable<[string, QuarterSums]>) => new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the expected archive for some events, summed one by one. */
export function sumByQuarter(rows: Iterable<StoredEvent>): Map<string, QuarterSums> {
  const sums = new Map<string, QuarterSums>();
  for (const row of rows) {
    const quarterMs = Math.floor(row.timestampMs / QUARTER_MS) * QUARTER_MS;
    const places = [
      row.customerKey,
      row.outletKey,
      quarterMs,
      row.kind === 'reading' ? 'view' : row.kind,
      row.localDay,
    ];
    const key = [...places, row.advertiserKey, row.campaignKey, row.flightKey, row.invalid ?? 'none'].join('/');
    const [events, amount, owner, energy, estimated, first] = sums.get(key) ?? [
      0,
      0,
      0,
      0,
      0,
      Number.POSITIVE_INFINITY,
    ];
    sums.set(key, [
      events + Number(row.kind !== 'reading'),
      amount + row.amountMicros,
      owner + row.ownerMicros,
      energy + row.energyMilliWh,
      estimated +
        Number(row.kind === 'view' && !row.energyMetered) -
        Number(row.kind === 'reading' && row.energyMetered),
      Math.min(first, row.timestampMs),
    ]);
  }
  return inOrder(sums);
}

/** Returns the sums that readers get from the archive. */
export async function archivedSums(events: EventsStore): Promise<Map<string, QuarterSums>> {
  const { archive } = await events.seal();
  const rows = await events.query<{ cell: string; sums: string[] }>({
    sql: `SELECT concat(toString(customer_id), '/', toString(device_id), '/', toString(toUnixTimestamp64Milli(ts)), '/',
        toString(kind), '/', toString(local_day), '/', toString(advertiser_id), '/', toString(campaign_id), '/',
        toString(flight_id), '/', toString(invalid)) AS cell,
        [toInt64(sum(events)), sum(amount_micros), sum(owner_micros), toInt64(sum(energy_milli_wh)),
          toInt64(sum(estimated_views)), toUnixTimestamp64Milli(min(first_ts))] AS sums
      FROM archived_quarter WHERE seal IN {seals:Array(UInt32)} GROUP BY cell`,
    params: { seals: [0, ...[...archive.weeks.values()].map(({ number }) => number)] },
    scope: { kind: 'all' },
  });
  return inOrder(rows.map(({ cell, sums }) => [cell, sums.map(Number) as unknown as QuarterSums]));
}
