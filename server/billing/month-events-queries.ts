import type { InvalidReason } from '#contract/ingest.ts';
import { lowest } from '#domain/extremes.ts';
import type { Seal, SqlValue } from '#event-store/event-store.ts';
import type { EventsEngine } from '#event-store/operations.ts';
import { mondayMs, readForJob, readPagesForJob, weekNumber } from '#event-store/operations.ts';

/**
 * Counts, the advertisers' cost, and the owners' share. For invalid events, the amounts that they would have cost and
 * earned.
 */
export type Sums = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly amount: number;
  readonly owner: number;
};

/** A row of sums for an owner's outlet, a flight, or a pair of owner and advertiser. Unused keys are 0. */
export type SumRow = {
  readonly by: 'outlet' | 'flight' | 'pair';
  readonly ownerKey: number;
  readonly outletKey: number;
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  /** Why the events are invalid, or `none` if they are valid. */
  readonly reason: InvalidReason | 'none';
} & Sums;

export type Span = { readonly fromMs: number; readonly toMs: number };

/** Returns the current time on the clock that stamps arriving events, in whole epoch seconds. */
export async function arrivalClock(engine: Pick<EventsEngine, 'read'>): Promise<number> {
  const [row] = await readForJob<{ at: string }>(engine, 'SELECT toUInt64(toUnixTimestamp(now())) AS at');
  return Number(row?.at ?? 0);
}

/**
 * Splits a span at the start of each week. Each slice lies in one partition, so its events are either all raw or all
 * archived.
 */
export function slicesOf({ fromMs, toMs }: Span): Span[] {
  const slices: Span[] = [];
  for (let from = fromMs; from < toMs; ) {
    const to = Math.min(mondayMs(weekNumber(from) + 1), toMs);
    slices.push({ fromMs: from, toMs: to });
    from = to;
  }
  return slices;
}

const KEYS = 'customer_id, device_id, advertiser_id, campaign_id, flight_id, invalid';
const SETS = `GROUPING SETS ((customer_id, device_id, invalid), (advertiser_id, campaign_id, flight_id, invalid),
  (customer_id, advertiser_id, invalid))`;
const BY = `multiIf(grouping(device_id) = 0, 'outlet', grouping(flight_id) = 0, 'flight', 'pair') AS by`;

const sumsOf = (count: (condition: string) => string) =>
  `${count("kind = 'view'")} AS v, ${count("kind = 'click'")} AS c, ${count("kind = 'burn'")} AS b,
   sum(amount_micros + withheld_micros) AS a, sum(owner_micros + withheld_owner_micros) AS o`;

/**
 * Reads FINAL once and sums the result in three groupings. An event has either an amount or a withheld amount. Names
 * are short and counts are plain numbers, because each row repeats them and there is a row for each outlet and each
 * pair.
 */
const threeWays = (inner: string) => `
  SELECT ${BY}, customer_id AS owner, device_id AS outlet, advertiser_id AS adv, campaign_id AS camp,
    flight_id AS flight, toString(invalid) AS why, toFloat64(sum(v)) AS views, toFloat64(sum(c)) AS clicks,
    toFloat64(sum(b)) AS burns, sum(a) AS micros, sum(o) AS part
  FROM (${inner} GROUP BY ${KEYS}) GROUP BY ${SETS}`;

const TIME = 'ts >= fromUnixTimestamp64Milli({from:Int64}) AND ts < fromUnixTimestamp64Milli({to:Int64})';

const SINGLE = threeWays(`
  SELECT ${KEYS}, ${sumsOf((condition) => `countIf(${condition})`)} FROM events FINAL
  WHERE ${TIME} AND kind != 'reading' AND toUnixTimestamp(ingested_at) < {arrived:UInt64}`);

/**
 * Reads archived sums, which have no arrival time. Weeks are archived long after the last search for late events of
 * their month.
 */
const ADDED_UP = threeWays(`
  SELECT ${KEYS}, ${sumsOf((condition) => `sumIf(events, ${condition})`)} FROM archived_quarter
  WHERE seal IN {archived:Array(UInt32)} AND events > 0 AND ${TIME}`);

type Answer = {
  readonly by: SumRow['by'];
  readonly owner: number;
  readonly outlet: number;
  readonly adv: number;
  readonly camp: number;
  readonly flight: number;
  readonly why: SumRow['reason'];
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  readonly micros: string;
  readonly part: string;
};

/**
 * Sums a slice's events that arrived before `arrivedBefore` (epoch seconds of the store's clock). Yields rows in
 * batches.
 */
export async function* sumSlice(
  engine: Pick<EventsEngine, 'read'>,
  { archive }: Pick<Seal, 'archive'>,
  { fromMs, toMs }: Span,
  arrivedBefore: number,
): AsyncGenerator<readonly SumRow[]> {
  const time: Record<string, SqlValue> = { from: fromMs, to: toMs };
  const isKept = fromMs >= archive.endMs;
  const seals = [...archive.weeks.values()].map(({ number }) => number);
  const pages = isKept
    ? readPagesForJob<Answer>(engine, SINGLE, { ...time, arrived: arrivedBefore })
    : readPagesForJob<Answer>(engine, ADDED_UP, { ...time, archived: seals });
  for await (const rows of pages) yield rows.map(sumRowOf);
}

/** Copies property by property: with hundreds of thousands of rows, spreads take five times as long (measured). */
const sumRowOf = (row: Answer): SumRow => ({
  by: row.by,
  reason: row.why,
  ownerKey: row.owner,
  outletKey: row.outlet,
  advertiserKey: row.adv,
  campaignKey: row.camp,
  flightKey: row.flight,
  views: row.views,
  clicks: row.clicks,
  burns: row.burns,
  amount: exact(row.micros),
  owner: exact(row.part),
});

/**
 * Parses micro-dollars. Throws above 2^53, where integers are not exact; the sums of one location in a month stay far
 * below.
 */
function exact(text: string): number {
  const micros = Number(text);
  if (!Number.isSafeInteger(micros))
    throw new RangeError(`${text} micro-dollars are more than can be added up exactly`);
  return micros;
}

/** Returns the time of the first stored event (epoch ms), or null if there is none. */
export async function firstEventMs(engine: Pick<EventsEngine, 'read'>): Promise<number | null> {
  const sql = (from: string, first: string) =>
    `SELECT toUnixTimestamp64Milli(min(${first})) AS at, count() AS rows FROM ${from}`;
  const found = await Promise.all([
    readForJob<{ at: string; rows: string }>(engine, sql('events', 'ts')),
    readForJob<{ at: string; rows: string }>(engine, sql('archived_quarter', 'first_ts')),
  ]);
  const times = found.flat().flatMap(({ at, rows }) => (Number(rows) === 0 ? [] : [Number(at)]));
  return times.length === 0 ? null : lowest(times);
}
