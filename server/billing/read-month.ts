import type { InvalidReason } from '#contract/ingest.ts';
import type { EventsStore } from '../databases/events/events-store.ts';
import { eachOf, inQuietTurns, type Slices } from '../memory/in-slices.ts';
import { type Span, type SumRow, type Sums, slicesOf, sumSlice } from './month-events-queries.ts';

export type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** What a month came to, added up three ways; each way has the same money. */
export type MonthSums = {
  /** By `owner.outlet`. */
  readonly outlets: Map<string, SumRow>;
  /** By flight. */
  readonly flights: Map<string, SumRow>;
  /** By `owner.advertiser`. */
  readonly pairs: Map<string, SumRow>;
  /** What does not count, by `owner.outlet` and by flight, each by reason; its amounts are what it would have come to. */
  readonly judged: { readonly outlets: JudgedSums; readonly flights: JudgedSums };
};
export type JudgedSums = Map<string, Map<InvalidReason, SumRow>>;

const SUMMED = ['views', 'clicks', 'burns', 'amount', 'owner'] as const satisfies (keyof Sums)[];

export const outletKeyOf = (ownerKey: number, outletKey: number): string => `${ownerKey}.${outletKey}`;
export const pairKeyOf = (ownerKey: number, advertiserKey: number): string => `${ownerKey}.${advertiserKey}`;

/** Reads week by week, and lets the store and this process do other things in between. */
export async function readMonth(
  { engine, seal }: Pick<EventsStore, 'engine' | 'seal'>,
  span: Span,
  arrivedBefore: number,
): Promise<MonthSums> {
  const judged = { outlets: new Map(), flights: new Map() };
  const sums: MonthSums = { outlets: new Map(), flights: new Map(), pairs: new Map(), judged };
  const sealed = await seal();
  for (const slice of slicesOf(span)) {
    for await (const rows of sumSlice(engine, sealed, slice, arrivedBefore)) await inQuietTurns(addAll(sums, rows));
  }
  await inQuietTurns(refuseUnequal(sums));
  return sums;
}

function* addAll(sums: MonthSums, rows: readonly SumRow[]): Slices<void> {
  yield* eachOf(rows, (row) => {
    if (row.reason !== 'none') addJudged(sums.judged, row);
    else if (row.by === 'outlet') add(sums.outlets, outletKeyOf(row.ownerKey, row.outletKey), row);
    else if (row.by === 'pair') add(sums.pairs, pairKeyOf(row.ownerKey, row.advertiserKey), row);
    // Views without a flight are nobody's campaign.
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
  // The row is nobody else's: there are hundreds of thousands.
  if (sum === undefined) into.set(key, row);
  else for (const name of SUMMED) sum[name] += row[name];
}

/** The three ways are answers to one question: that they differ would mean that it was not one. */
function* refuseUnequal({ outlets, flights, pairs }: MonthSums): Slices<void> {
  const totals: string[] = [];
  for (const rows of [outlets, flights, pairs]) {
    const total = { amount: 0n, owner: 0n };
    yield* eachOf(rows.values(), ({ amount, owner }) => {
      total.amount += BigInt(amount);
      total.owner += BigInt(owner);
    });
    totals.push(`${total.amount} ${total.owner}`);
  }
  if (new Set(totals).size > 1)
    throw new Error(`A month's sums differ by what they are added up by: ${totals.join(', ')}`);
}
