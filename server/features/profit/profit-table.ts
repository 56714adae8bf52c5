import { ADVICE } from '#contract/table-choices.ts';
import { DAY_MS } from '#domain/durations.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import {
  type Advice,
  adviceOn,
  medianOf,
  type OutletProfit,
  outletProfit,
  TOLD_AFTER_DAYS,
} from '#domain/outlet-profit.ts';
import type { Question } from '../../figures/query/question.ts';
import { readSort } from '../../http/read-page.ts';
import { type Chunked, forEachChunked, runChunked } from '../../memory/chunked.ts';
import { sortByNumber } from '../../memory/sort-by-number.ts';
import type { PackedHoldings } from '../../network/snapshot/columnar-network.ts';
import { marksOf } from '../../network/snapshot/match-holdings.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import { type CostColumns, type SumColumns, sumsAt } from './profit-columns.ts';
import type { OutletSums } from './sum-outlets.ts';

/** The advice for an outlet at its current place. */
export type Advised = ReturnType<typeof adviceOn> & {
  readonly holding: Holding;
  readonly sums: OutletSums;
  readonly made: OutletProfit;
  /** When the current place began (epoch ms). Costs are in dollars, null if not entered. */
  readonly since: number;
  readonly price: number | null;
  readonly monthly: number | null;
};

type Known = {
  readonly packed: PackedHoldings;
  readonly costs: CostColumns;
  readonly sums: readonly SumColumns[];
  readonly question: Question;
  readonly nowMs: number;
  readonly costPerKwh: number;
};
type Asked = { readonly sort: string; readonly q: string; readonly advice: Advice | undefined };

export type ProfitTable = {
  readonly length: number;
  /** Median monthly profit of all outlets with a known profit, in micro-dollars. */
  readonly median: bigint;
  /** Returns the matching outlets in order, as positions in the network. */
  find(asked: Asked): Promise<Uint32Array>;
  rowAt(place: number): Advised | undefined;
};

const micros = (amount: number): number => (Number.isNaN(amount) ? 0 : Math.round(amount * 1_000_000));
const orNull = (amount: number | undefined): number | null =>
  amount === undefined || Number.isNaN(amount) ? null : amount;

/** Sort order of the advice: checks first, then moves, additions, and outlets that stay. */
const RANKS: Readonly<Record<Advice, number>> = { check: 0, move: 1, add: 2, keep: 3, wait: 4 };
/** Upper limit of profits in micro-dollars. Twice this value is still below 2^52. */
const MOST = 2 ** 50;

/** Sums that a table can be sorted by. None of them is negative. */
const SUM_NAMES = ['views', 'revenue', 'owner', 'energy', 'fixed'] as const;
const isSumName = (name: string): name is (typeof SUM_NAMES)[number] => SUM_NAMES.some((known) => known === name);

/** Builds the data behind all pages of a query. */
export async function createProfitTable(known: Known): Promise<ProfitTable> {
  const { costs, packed, sums } = known;
  const { length } = packed.outlets;
  const numbers = numbersOf(known);
  const aMonth = new Float64Array(length);
  const told: bigint[] = [];
  const standing: number[] = [];
  const madeAt = (place: number): OutletProfit => {
    const { revenue, owner, milliWh } = sumsAt(sums, place);
    const energy = energyCostMicros(milliWh, known.costPerKwh);
    const days = daysIn(known.question, costs.since[place] ?? 0, known.nowMs);
    return outletProfit({ days, revenue, owner, energy }, micros(costs.monthly[place] ?? Number.NaN));
  };
  const reckon = (number: number, place: number): void => {
    if (number < 0) return;
    const made = madeAt(place);
    standing.push(place);
    aMonth[place] = Number(made.aMonth);
    if (made.days >= TOLD_AFTER_DAYS) told.push(made.aMonth);
  };
  let at = 0;
  await runChunked(forEachChunked(numbers, (number) => reckon(number, at++)));
  const median = medianOf(told);
  const advices = new Uint8Array(length);
  const rowAt = (place: number): Advised | undefined => {
    const number = numbers[place] ?? -1;
    if (number < 0) return undefined;
    const [of, made] = [sumsAt(sums, place), madeAt(place)];
    return {
      holding: packed.at(number),
      sums: of,
      made,
      since: costs.since[place] ?? 0,
      price: orNull(costs.price[place]),
      monthly: orNull(costs.monthly[place]),
      ...adviceOn({ ...made, views: of.views }, median),
    };
  };
  const advise = (place: number): void => {
    const { advice } = adviceOn({ ...madeAt(place), views: sumsAt(sums, place).views }, median);
    advices[place] = ADVICE.indexOf(advice);
  };
  await runChunked(forEachChunked(standing, advise));
  const places = Uint32Array.from(standing);

  async function find({ advice, q, sort }: Asked): Promise<Uint32Array> {
    const isLike = await likeOf(packed, numbers, q);
    const wanted = advice === undefined ? -1 : ADVICE.indexOf(advice);
    const found = places.filter((place) => (wanted < 0 || advices[place] === wanted) && isLike(place));
    return runChunked(ordered(found, sort));
  }

  function* ordered(found: Uint32Array, sort: string): Chunked<Uint32Array> {
    const { name, direction } = readSort(sort);
    if (isSumName(name)) {
      const ranks: number[] = [];
      yield* forEachChunked(found, (place) => {
        const value = name === 'views' ? sumsAt(sums, place).views : Number(madeAt(place)[name]);
        ranks.push(direction === 'asc' ? value : MOST - value);
      });
      const [, sorted] = yield* sortByNumber(Float64Array.from(ranks), found);
      return sorted;
    }
    // Ties are in EUI order for both sort directions.
    const ranksBy = (rankOf: (place: number) => number, highest: number) => (some: Uint32Array) =>
      Float64Array.from(some, (place) => (direction === 'asc' ? rankOf(place) : highest - rankOf(place)));
    const byProfit = ranksBy((place) => MOST + Math.max(-MOST, Math.min(MOST, aMonth[place] ?? 0)), 2 * MOST);
    const [, sorted] = yield* sortByNumber(byProfit(found), found);
    if (name !== 'advice') return sorted;
    const byAdvice = ranksBy((place) => RANKS[ADVICE[advices[place] ?? 0] ?? 'wait'], RANKS.wait);
    const [, advised] = yield* sortByNumber(byAdvice(sorted), sorted);
    return advised;
  }

  return { length, median, find, rowAt };
}

/** Returns, by position, the number of the requested customer's current holding; -1 for outlets out of service. */
function numbersOf({ packed, question }: Known): Int32Array {
  const { customerOf, customers, endedAt, length, outletOf } = packed;
  const numbers = new Int32Array(packed.outlets.length).fill(-1);
  const { customerKey } = question;
  for (let number = 0; number < length; number += 1) {
    if (!Number.isNaN(endedAt[number])) continue;
    if (customerKey !== null && customers[customerOf[number] ?? 0]?.key !== customerKey) continue;
    numbers[outletOf[number] ?? 0] = number;
  }
  return numbers;
}

/** Returns a check of whether an outlet, its venue or its customer contains the words. */
async function likeOf(packed: PackedHoldings, numbers: Int32Array, q: string): Promise<(place: number) => boolean> {
  const word = nameKey(q);
  if (word === '') return () => true;
  const marks = await runChunked(marksOf(packed, { word, eui: word.replace(/[-:\s]/g, ''), customer: findKey(q) }));
  const { customerOf, venueOf } = packed;
  return (place) => {
    const number = numbers[place] ?? -1;
    return (
      marks.outlets[place] === 1 ||
      marks.customers[customerOf[number] ?? -1] === 1 ||
      marks.venues[venueOf[number] ?? -1] === 1
    );
  };
}

function daysIn({ range }: Question, sinceMs: number, nowMs: number): number {
  const fromMs = Math.max(range.startMs ?? 0, sinceMs);
  return Math.max(0, (Math.min(range.endMs ?? nowMs, nowMs) - fromMs) / DAY_MS);
}
