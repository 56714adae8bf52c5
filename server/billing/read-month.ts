import type { InvalidReason } from '#contract/ingest.ts';
import type { EventsStore } from '#event-store/operations.ts';
import { repeatable } from '#event-store/retry-steps.ts';
import { type Chunked, forEachChunked, runInBackground } from '../memory/chunked.ts';
import { type Span, type SumRow, type Sums, slicesOf, sumSlice } from './month-events-queries.ts';

export type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** A month's sums in three groupings with equal totals. */
export type MonthSums = {
  /** By `owner.outlet`. */
  readonly outlets: Map<string, SumRow>;
  /** By flight. */
  readonly flights: Map<string, SumRow>;
  /** By `owner.advertiser`. */
  readonly pairs: Map<string, SumRow>;
  /**
   * Invalid events by `owner.outlet` and by flight, each by reason. The amounts are those that the events would have
   * cost.
   */
  readonly judged: { readonly outlets: JudgedSums; readonly flights: JudgedSums };
};
export type JudgedSums = Map<string, Map<InvalidReason, SumRow>>;

const SUMMED = ['views', 'clicks', 'burns', 'amount', 'owner'] as const satisfies (keyof Sums)[];

export const outletKeyOf = (ownerKey: number, outletKey: number): string => `${ownerKey}.${outletKey}`;
export const pairKeyOf = (ownerKey: number, advertiserKey: number): string => `${ownerKey}.${advertiserKey}`;

/** Sums a month's events week by week, so that the store and this process can do other work between two weeks. */
export async function readMonth(
  { engine, seal }: Pick<EventsStore, 'engine' | 'seal'>,
  span: Span,
  arrivedBefore: number,
): Promise<MonthSums> {
  const judged = { outlets: new Map(), flights: new Map() };
  const sums: MonthSums = { outlets: new Map(), flights: new Map(), pairs: new Map(), judged };
  const sealed = await seal();
  for (const slice of slicesOf(span)) {
    // Add a week only when it is completely read. If a read fails midway, only this week is retried.
    const pages = await repeatable(() => allPages(sumSlice(engine, sealed, slice, arrivedBefore)));
    for (const rows of pages) await runInBackground(addAll(sums, rows));
  }
  await runInBackground(refuseUnequal(sums));
  return sums;
}

async function allPages<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

function* addAll(sums: MonthSums, rows: readonly SumRow[]): Chunked<void> {
  yield* forEachChunked(rows, (row) => {
    if (row.reason !== 'none') addJudged(sums.judged, row);
    else if (row.by === 'outlet') add(sums.outlets, outletKeyOf(row.ownerKey, row.outletKey), row);
    else if (row.by === 'pair') add(sums.pairs, pairKeyOf(row.ownerKey, row.advertiserKey), row);
    // Views without a flight belong to no campaign.
    else if (row.flightKey !== 0) add(sums.flights, String(row.flightKey), row);
  });
}

function addJudged({ outlets, flights }: MonthSums['judged'], row: SumRow): void {
  if (row.by === 'outlet') add(reasonsOf(outlets, outletKeyOf(row.ownerKey, row.outletKey)), row.reason, row);
  else if (row.by === 'flight' && row.flightKey !== 0) add(reasonsOf(flights, String(row.flightKey)), row.reason, row);
}

function reasonsOf(into: JudgedSums, key: string): Map<string, SumRow> {
  const known = into.get(key);
  if (known !== undefined) return known;
  const reasons: Map<InvalidReason, SumRow> = new Map();
  into.set(key, reasons);
  return reasons;
}

function add(into: Map<string, SumRow>, key: string, row: SumRow): void {
  const sum = into.get(key) as Writable<SumRow> | undefined;
  // Reuse the row object, because no other map contains it and there are hundreds of thousands of rows.
  if (sum === undefined) into.set(key, row);
  else for (const name of SUMMED) sum[name] += row[name];
}

/**
 * Throws if the totals of the groupings differ. The groupings are from one query, so a difference means that the query
 * read inconsistent data.
 */
function* refuseUnequal({ outlets, flights, pairs }: MonthSums): Chunked<void> {
  const totals: string[] = [];
  for (const rows of [outlets, flights, pairs]) {
    const total = { amount: 0n, owner: 0n };
    yield* forEachChunked(rows.values(), ({ amount, owner }) => {
      total.amount += BigInt(amount);
      total.owner += BigInt(owner);
    });
    totals.push(`${total.amount} ${total.owner}`);
  }
  if (new Set(totals).size > 1)
    throw new Error(`A month's sums differ by what they are added up by: ${totals.join(', ')}`);
}
