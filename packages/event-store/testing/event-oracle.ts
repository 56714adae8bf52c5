import { INVALID_REASONS } from '#contract/ingest.ts';
import type { StoredEvent } from '../events-db.ts';
import type { EventsStore } from '../events-store.ts';
import { makeStoredEvent } from './make-stored-event.ts';

/** Returns a generator of deterministic pseudo-random numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const KINDS = ['view', 'view', 'view', 'view', 'click', 'burn'] as const;

/** Returns a realistic event within [fromMs, toMs), with every property that can make sums wrong. */
export function randomEvent(random: () => number, id: number, fromMs: number, toMs: number): StoredEvent {
  const pick = (most: number) => Math.floor(random() * most);
  const outletKey = 1 + pick(40);
  const campaignKey = 1 + pick(8);
  const earned = pick(9_999);
  const invalid = random() < 0.15 ? (INVALID_REASONS[pick(INVALID_REASONS.length)] ?? null) : null;
  const amountMicros = invalid === null ? earned : 0;
  return makeStoredEvent({
    eventId: (BigInt(id) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn,
    outletKey,
    customerKey: 1 + (outletKey % 5),
    timestampMs: fromMs + pick(toMs - fromMs),
    kind: KINDS[pick(KINDS.length)] ?? 'view',
    campaignKey,
    advertiserKey: 1 + (campaignKey % 3),
    flightKey: 100 + campaignKey,
    amountMicros,
    ownerMicros: Math.floor(amountMicros * 0.3),
    energyMilliWh: pick(30_000),
    energyMetered: random() < 0.4,
    fingerprint: String(pick(300)).padStart(32, '0'),
    cryptic: `c${id}`,
    invalid,
    withheldMicros: earned - amountMicros,
    withheldOwnerMicros: Math.floor((earned - amountMicros) * 0.3),
    signed: id % 3 === 0,
    sentId: sentIdOf(id),
  });
}

/**
 * Returns the UUID that an outlet sent for event number `id`. Every fourth event has no UUID, like events stored before
 * the column existed.
 */
export const sentIdOf = (id: number): string =>
  id % 4 === 0 ? '' : `0193f0a2-7c1e-7b0a-9d53-${id.toString(16).padStart(12, '0')}`;

/** Returns a later meter reading of a view; null for other rows, and for most views. */
export function readingOf(random: () => number, row: StoredEvent): StoredEvent | null {
  if (row.kind !== 'view' || row.invalid !== null || random() < 0.7) return null;
  return {
    ...row,
    kind: 'reading',
    eventId: row.eventId ^ 0x5bd1e995n,
    viewId: row.eventId,
    amountMicros: 0,
    ownerMicros: 0,
    energyMilliWh: Math.floor(random() * 30_000) - row.energyMilliWh,
    energyMetered: !row.energyMetered,
    readingOf: 'burn',
    fingerprint: '0'.repeat(32),
    ip: '::',
    cryptic: '',
    signed: false,
  };
}

/** Sums the valid events per owner and outlet independently, from the sent rows. */
export function sumByOutlet(rows: Iterable<StoredEvent>): Map<string, OutletSums> {
  const sums = new Map<string, OutletSums>();
  for (const row of rows) {
    if (row.invalid !== null) continue;
    const key = `${row.customerKey}/${row.outletKey}`;
    const sum = sums.get(key) ?? [0, 0, 0, 0, 0, 0, 0, Number.POSITIVE_INFINITY];
    sums.set(key, [
      sum[0] + Number(row.kind === 'view'),
      sum[1] + Number(row.kind === 'click'),
      sum[2] + Number(row.kind === 'burn'),
      sum[3] + row.amountMicros,
      sum[4] + row.ownerMicros,
      sum[5] + row.energyMilliWh,
      sum[6] + Number(row.kind === 'view' && !row.energyMetered) - Number(row.kind === 'reading' && row.energyMetered),
      Math.min(sum[7], row.timestampMs),
    ]);
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sums of an outlet: views, clicks, burns, amount, owner's share, energy, estimated views, first timestamp. */
export type OutletSums = [number, number, number, number, number, number, number, number];

const RAW = `countIf(kind = 'view') AS v, countIf(kind = 'click') AS c, countIf(kind = 'burn') AS b, sum(amount_micros) AS a,
  sum(owner_micros) AS o, toInt64(sum(energy_milli_wh)) AS e,
  countIf(kind = 'view' AND NOT energy_metered) - countIf(kind = 'reading' AND energy_metered) AS ev, min(ts) AS f`;

const SEALED = {
  device_total: `SELECT customer_id, device_id, views v, clicks c, burns b, amount_micros a, owner_micros o, toInt64(energy_milli_wh) e,
    toInt64(estimated_views) ev, first_ts f FROM device_total WHERE gen = {generation:UInt32}`,
  sealed_day: `SELECT customer_id, device_id, sum(views) v, sum(clicks) c, sum(burns) b, sum(amount_micros) a, sum(owner_micros) o,
    toInt64(sum(energy_milli_wh)) e, toInt64(sum(estimated_views)) ev, min(first_ts) f FROM sealed_day WHERE seal IN {seals:Array(UInt32)}
    GROUP BY customer_id, device_id`,
} as const;

/** Returns these sums as readers get them: the sealed part from a rollup, and the remaining part from raw rows. */
export async function readByOutlet(events: EventsStore, rollup: keyof typeof SEALED): Promise<Map<string, OutletSums>> {
  const { generation, watermark, weeks } = await events.seal();
  const seals = [0, ...[...weeks.values()].map(({ number }) => number)];
  const rows = await events.query<Record<string, string | number>>({
    sql: `SELECT customer_id, device_id, sum(v) AS views, sum(c) AS clicks, sum(b) AS burns, sum(a) AS amount, sum(o) AS owner,
        sum(e) AS energy, sum(ev) AS estimated, toUnixTimestamp64Milli(min(f)) AS first
      FROM (${SEALED[rollup]} UNION ALL SELECT customer_id, device_id, ${RAW} FROM events FINAL
        WHERE invalid = 'none' AND ts >= toDateTime64({watermark:Date}, 3, 'UTC') GROUP BY customer_id, device_id)
      GROUP BY customer_id, device_id`,
    params: { generation, watermark, seals },
    scope: { kind: 'all' },
  });
  const sums = rows.map((row): [string, OutletSums] => [
    `${row.customer_id}/${row.device_id}`,
    [row.views, row.clicks, row.burns, row.amount, row.owner, row.energy, row.estimated, row.first].map(
      Number,
    ) as OutletSums,
  ]);
  return new Map(sums.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Sums of invalid events by outlet, day, flight, kind and reason: their number, and the amount that they would have
 * earned.
 */
export type InvalidSums = readonly [events: number, withheld: number, withheldOwner: number];

export function sumInvalid(rows: Iterable<StoredEvent>): Map<string, InvalidSums> {
  const sums = new Map<string, InvalidSums>();
  for (const row of rows) {
    if (row.invalid === null) continue;
    const day = new Date(row.timestampMs).toISOString().slice(0, 10);
    const key = [row.outletKey, day, row.localDay, row.flightKey, row.kind, row.invalid].join('/');
    const [events, withheld, owner] = sums.get(key) ?? [0, 0, 0];
    sums.set(key, [events + 1, withheld + row.withheldMicros, owner + row.withheldOwnerMicros]);
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const INVALID_CELL = `concat(toString(device_id), '/', toString(toDate(ts)), '/', toString(local_day), '/',
  toString(flight_id), '/', toString(kind), '/', toString(invalid))`;

/** Returns these sums as readers get them: sealed weeks from the seals, and later rows from raw rows. */
export async function readInvalid(events: EventsStore): Promise<Map<string, InvalidSums>> {
  const { watermark, weeks } = await events.seal();
  const seals = [0, ...[...weeks.values()].map(({ number }) => number)];
  const rows = await events.query<{ cell: string; events: string; withheld: string; owner: string }>({
    sql: `SELECT cell, sum(n) AS events, sum(w) AS withheld, sum(o) AS owner FROM (
        SELECT ${INVALID_CELL} AS cell, toUInt64(events) AS n, withheld_micros AS w, withheld_owner_micros AS o
        FROM sealed_invalid WHERE seal IN {seals:Array(UInt32)}
        UNION ALL SELECT ${INVALID_CELL}, 1, withheld_micros, withheld_owner_micros
        FROM events FINAL WHERE invalid != 'none' AND ts >= toDateTime64({watermark:Date}, 3, 'UTC')
      ) GROUP BY cell ORDER BY cell`,
    params: { watermark, seals },
    scope: { kind: 'all' },
  });
  return new Map(rows.map(({ cell, ...row }) => [cell, [row.events, row.withheld, row.owner].map(Number) as never]));
}
