import type { Dependencies } from '../../dependencies.ts';
import type { CellFilters, Pair } from '../../figures/query/cells-question.ts';
import { heldRuns } from '../../figures/query/outlet-runs.ts';
import type { Question } from '../../figures/query/question.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import type { MovedOutlet } from './profit-queries.ts';

type Needs = Pick<Dependencies, 'figures'>;

/** An outlet's revenue. */
export type OutletSums = {
  readonly views: number;
  readonly estimatedViews: number;
  readonly revenue: bigint;
  readonly owner: bigint;
  readonly milliWh: bigint;
};

export const NO_OUTLET_SUMS: OutletSums = { views: 0, estimatedViews: 0, revenue: 0n, owner: 0n, milliWh: 0n };

/** Number of moved outlets per query. Each outlet may have its own start, so the number of rows grows quadratically. */
const MOVED_AT_ONCE = 250;

export const pairName = ({ customerKey, outletKey }: Pair): string => `${customerKey} ${outletKey}`;

/**
 * Sums revenue by owner and outlet. For an outlet that its owner moved, only revenue since the move counts. `pairs` has
 * the outlets for one query to the events store; null means all outlets.
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
  // Archived weeks and single events are separate rows.
  const add = (key: string, row: Parameters<typeof addTerms>[1]) => sums.set(key, addTerms(sums.get(key), row));
  const filters = pairs === null ? {} : await only(pairs);
  const addWhole = (row: { readonly of: readonly string[] } & Parameters<typeof addTerms>[1]) => {
    const key = row.of.join(' ');
    if (!since.has(key)) add(key, row);
  };
  await runChunked(forEachChunked(await figures.terms({ ...asked, columns, filters }), addWhole));
  for (let from = 0; from < moved.length; from += MOVED_AT_ONCE) {
    const group = moved.slice(from, from + MOVED_AT_ONCE);
    // Revenue before the first start does not count.
    const starts = [...new Set([0, ...group.map(({ fromMs }) => fromMs)])].sort((one, other) => one - other);
    const parts = await figures.terms({
      ...asked,
      columns: [...columns, { by: 'start', starts }],
      filters: await only(group),
    });
    for (const row of parts) {
      const [customer = '', outlet = '', start = ''] = row.of;
      const key = `${customer} ${outlet}`;
      if (Number(start) >= (since.get(key) ?? 0)) add(key, row);
    }
  }
  return sums;
}

/** Sums, by outlet key, the total revenue since the first event, at any place and for any owner. */
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
    scope: question.scope,
    customerKey: null,
    range: { startMs: null, endMs: null },
    columns: [{ by: 'outlet' }],
    filters: await only(held),
    withInvalid: false,
    knownOn: null,
  });
  for (const row of rows) {
    const key = Number(row.of[0]);
    sums.set(key, addTerms(sums.get(key), row));
  }
  return sums;
}

/**
 * Builds a filter by owner and outlet. An owner's events are stored together, so the query reads no other owner's
 * events.
 */
async function only(pairs: readonly Pair[]): Promise<CellFilters> {
  const customers = [...new Set(pairs.map(({ customerKey }) => customerKey))];
  return { customers, outletsHeld: await runChunked(heldRuns(pairs)) };
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
