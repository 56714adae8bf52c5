import type { Dependencies } from '../../dependencies.ts';
import type { CellFilters, Pair } from '../../figures/asked/cells-question.ts';
import { heldRuns } from '../../figures/asked/outlet-runs.ts';
import type { Question } from '../../figures/asked/question.ts';
import { eachOf, inTurns } from '../../memory/in-slices.ts';
import type { MovedOutlet } from './profit-queries.ts';

type Needs = Pick<Dependencies, 'figures'>;

/** What an outlet brought. */
export type OutletSums = {
  readonly views: number;
  readonly estimatedViews: number;
  readonly revenue: bigint;
  readonly owner: bigint;
  readonly milliWh: bigint;
};

export const NO_OUTLET_SUMS: OutletSums = { views: 0, estimatedViews: 0, revenue: 0n, owner: 0n, milliWh: 0n };

/** Each of them may have been moved at an instant of its own: rows are so many, squared. */
const MOVED_AT_ONCE = 250;

export const pairName = ({ customerKey, outletKey }: Pair): string => `${customerKey} ${outletKey}`;

/**
 * By owner and outlet; of an outlet that its owner moved only what it brought since. `pairs`: which of them, as many as are asked for
 * in one question to the events store; null where that is all there are.
 */
export async function sumOutlets(
  { figures }: Needs,
  { customerKey, range, scope }: Question,
  { pairs, moved }: { readonly pairs: readonly Pair[] | null; readonly moved: readonly MovedOutlet[] },
): Promise<ReadonlyMap<string, OutletSums>> {
  const asked = { scope, customerKey, range, withInvalid: false, knownOn: null };
  const columns = [{ by: 'customer' }, { by: 'outlet' }] as const;
  const since = new Map(moved.map((one) => [pairName(one), one.fromMs]));
  const sums = new Map<string, OutletSums>();
  // Archived weeks and single events are rows of their own.
  const add = (key: string, row: Parameters<typeof addTerms>[1]) => sums.set(key, addTerms(sums.get(key), row));
  const filters = pairs === null ? {} : await only(pairs);
  const addWhole = (row: { readonly of: readonly string[] } & Parameters<typeof addTerms>[1]) => {
    const key = row.of.join(' ');
    if (!since.has(key)) add(key, row);
  };
  await inTurns(eachOf(await figures.terms({ ...asked, columns, filters }), addWhole));
  for (let from = 0; from < moved.length; from += MOVED_AT_ONCE) {
    const group = moved.slice(from, from + MOVED_AT_ONCE);
    // What happened before the first of the instants counts from nowhere.
    const starts = [...new Set([0, ...group.map(({ fromMs }) => fromMs)])].sort((one, other) => one - other);
    const parts = await figures.terms({
      ...{ ...asked, columns: [...columns, { by: 'start', starts }], filters: await only(group) },
    });
    for (const row of parts) {
      const [customer = '', outlet = '', start = ''] = row.of;
      const key = `${customer} ${outlet}`;
      if (Number(start) >= (since.get(key) ?? 0)) add(key, row);
    }
  }
  return sums;
}

/** By the outlet's key: what some of them brought since there were any, wherever they stood and whoever held them. */
export async function sumEver(
  { figures }: Needs,
  question: Question,
  outletKeys: readonly number[],
): Promise<ReadonlyMap<number, OutletSums>> {
  const { holders } = await figures.network();
  const held = outletKeys.flatMap((outletKey) =>
    (holders.get(outletKey) ?? []).map((customerKey) => ({ customerKey, outletKey })),
  );
  const sums = new Map<number, OutletSums>();
  if (held.length === 0) return sums;
  const rows = await figures.terms({
    ...{ scope: question.scope, customerKey: null, range: { startMs: null, endMs: null } },
    ...{ columns: [{ by: 'outlet' }], filters: await only(held), withInvalid: false, knownOn: null },
  });
  for (const row of rows) {
    const key = Number(row.of[0]);
    sums.set(key, addTerms(sums.get(key), row));
  }
  return sums;
}

/** The events of an owner lie together: naming the owners beside the outlets reads no others. */
async function only(pairs: readonly Pair[]): Promise<CellFilters> {
  const customers = [...new Set(pairs.map(({ customerKey }) => customerKey))];
  return { customers, outletsHeld: await inTurns(heldRuns(pairs)) };
}

function addTerms(
  known: OutletSums = NO_OUTLET_SUMS,
  row: {
    readonly views: number;
    readonly estimatedViews: number;
    readonly micros: bigint;
    readonly ownerMicros: bigint;
    readonly energyMilliWh: bigint;
  },
): OutletSums {
  return {
    views: known.views + row.views,
    estimatedViews: known.estimatedViews + row.estimatedViews,
    revenue: known.revenue + row.micros,
    owner: known.owner + row.ownerMicros,
    milliWh: known.milliWh + row.energyMilliWh,
  };
}
