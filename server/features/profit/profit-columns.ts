import type { Question } from '../../figures/query/question.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import type { PackedHoldings } from '../../network/snapshot/columnar-network.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { MovedOutlet, OutletCosts } from './profit-queries.ts';
import { NO_OUTLET_SUMS, type OutletSums, pairName, sumOutlets } from './sum-outlets.ts';

/* Columns by the outlet's position in the network, which is the EUI order. Objects took ten times as much memory. */

export type CostColumns = {
  /** In dollars; NaN if not entered. */
  readonly price: Float64Array;
  readonly monthly: Float64Array;
  /** When the current place began (epoch ms). */
  readonly since: Float64Array;
};

export function costColumns(length: number): CostColumns & { put(place: number, row: OutletCosts): void } {
  const empty = () => new Float64Array(length).fill(Number.NaN);
  const [price, monthly, since] = [empty(), empty(), new Float64Array(length)];
  return {
    price,
    monthly,
    since,
    put(place, { from_at, monthly_cost, purchase_price }) {
      if (place < 0) return;
      price[place] = purchase_price ?? Number.NaN;
      monthly[place] = monthly_cost ?? Number.NaN;
      since[place] = from_at;
    },
  };
}

/** The revenue of outlets in a time range. */
export type SumColumns = {
  readonly views: Float64Array;
  readonly estimatedViews: Float64Array;
  readonly revenue: BigInt64Array;
  readonly owner: BigInt64Array;
  readonly milliWh: BigInt64Array;
};

export function sumsAt(parts: readonly SumColumns[], place: number): OutletSums {
  return parts.reduce(
    (sum, part) => ({
      views: sum.views + (part.views[place] ?? 0),
      estimatedViews: sum.estimatedViews + (part.estimatedViews[place] ?? 0),
      revenue: sum.revenue + (part.revenue[place] ?? 0n),
      owner: sum.owner + (part.owner[place] ?? 0n),
      milliWh: sum.milliWh + (part.milliWh[place] ?? 0n),
    }),
    NO_OUTLET_SUMS,
  );
}

export function noSums({ packed: { outlets } }: Pick<Network, 'packed'>): SumColumns {
  const { length } = outlets;
  return {
    views: new Float64Array(length),
    estimatedViews: new Float64Array(length),
    revenue: new BigInt64Array(length),
    owner: new BigInt64Array(length),
    milliWh: new BigInt64Array(length),
  };
}

/** Maximum number of owners and outlets per query to the events store. */
export type AtOnce = { readonly outlets: number; readonly owners: number };

/** Reads the revenue of outlets in service, within the range and at their current place. */
export async function readSums(
  needs: Parameters<typeof sumOutlets>[0],
  { packed, holdings }: Network,
  question: Question,
  { atOnce, moved }: { readonly atOnce: AtOnce; readonly moved: readonly MovedOutlet[] },
): Promise<SumColumns> {
  const columns = noSums({ packed });
  for (const { numbers, isAll } of stepsOf(packed, holdings, question, atOnce)) {
    const pairs = numbers.map((number) => pairOf(packed, number));
    const here = new Set(pairs.map(pairName));
    const sums = await sumOutlets(needs, question, {
      pairs: isAll ? null : pairs,
      moved: moved.filter((one) => here.has(pairName(one))),
    });
    const put = (pair: (typeof pairs)[number]) => {
      const place = packed.outlets.placeOfKey(pair.outletKey);
      const of = sums.get(pairName(pair));
      if (of === undefined) return;
      columns.views[place] = of.views;
      columns.estimatedViews[place] = of.estimatedViews;
      columns.revenue[place] = of.revenue;
      columns.owner[place] = of.owner;
      columns.milliWh[place] = of.milliWh;
    };
    await runChunked(forEachChunked(pairs, put));
  }
  return columns;
}

const pairOf = ({ customers, customerOf, outletOf, outlets }: PackedHoldings, number: number) => ({
  customerKey: customers[customerOf[number] ?? 0]?.key ?? 0,
  outletKey: outlets.keys[outletOf[number] ?? 0] ?? 0,
});

type Step = { readonly numbers: readonly number[]; readonly isAll: boolean };

/**
 * Yields the current holdings in chunks for one query each, and whether a chunk has every holding, past and current.
 */
function* stepsOf(
  { endedAt }: PackedHoldings,
  holdings: Network['holdings'],
  { customerKey }: Question,
  atOnce: AtOnce,
): Generator<Step> {
  const asked = [...holdings].filter(([key]) => customerKey === null || key === customerKey);
  // Ended holdings have rows, too.
  const isAll = asked.reduce((all, [, { size }]) => all + size, 0) <= atOnce.outlets;
  let [step, owners]: [number[], number] = [[], 0];
  for (const [, own] of asked) {
    if (!isAll && owners === atOnce.owners) {
      yield { numbers: step, isAll };
      [step, owners] = [[], 0];
    }
    owners += 1;
    for (const number of own.numbers) {
      if (!Number.isNaN(endedAt[number])) continue;
      if (step.length === atOnce.outlets) {
        yield { numbers: step, isAll };
        [step, owners] = [[], 1];
      }
      step.push(number);
    }
  }
  if (step.length > 0) yield { numbers: step, isAll };
}
