import { createHash } from 'node:crypto';
import { eachOf, listOf, type Slices, sorted } from '../../memory/in-slices.ts';
import type { Groups, OutletRun, Pair } from './cells-question.ts';

type Grouped = Pair & { readonly group: number };

/** More of them are not told apart in one question to the events store. */
export const MOST_RUNS = 50_000;

/**
 * Groups of outlets as runs of neighbours, beginning with what is in none: a venue's outlets have mostly been numbered one after
 * the other, and a million of them are some thousand runs. Takes each once, in any order.
 */
export function* runsOf(grouped: Iterable<Grouped>): Slices<OutletRun[]> {
  const runs: OutletRun[] = [];
  let [holder, next, open] = [0, 0, 0];
  const begin = (customerKey: number, outletKey: number, group: number) => {
    [holder, open] = [customerKey, group];
    runs.push({ customerKey, outletKey, group });
  };
  begin(0, 0, 0);
  const byHolder = new Map<number, Grouped[]>();
  yield* eachOf(grouped, (one) => {
    const own = byHolder.get(one.customerKey);
    if (own === undefined) byHolder.set(one.customerKey, [one]);
    else own.push(one);
  });
  for (const own of yield* sorted([...byHolder.values()], ([first]) => first?.customerKey ?? 0)) {
    const inOrder = yield* sorted(own, ({ outletKey }) => outletKey);
    yield* eachOf(inOrder, ({ customerKey, outletKey, group }) => {
      const isNeighbour = customerKey === holder && outletKey === next;
      if (!isNeighbour && open !== 0) begin(holder, next, 0);
      if (group !== open) begin(customerKey, outletKey, group);
      holder = customerKey;
      next = outletKey + 1;
    });
  }
  if (open !== 0) begin(holder, next, 0);
  return runs;
}

/** Outlets with who holds them, all in one group. */
export function* heldRuns(pairs: Iterable<Pair>): Slices<OutletRun[]> {
  return yield* runsOf(yield* listOf(pairs, (pair) => ({ ...pair, group: 1 })));
}

/** Tells groups apart by their numbers. */
export const groupColumn = (runs: readonly OutletRun[]): Groups => ({
  ...{ by: 'group', runs },
  name: createHash('sha256').update(JSON.stringify(runs)).digest('base64url'),
});
