import { createHash } from 'node:crypto';
import { type Chunked, forEachChunked, mapChunked, sortChunked } from '../../memory/chunked.ts';
import type { Groups, OutletRun, Pair } from './cells-question.ts';

type Grouped = Pair & { readonly group: number };

/** The maximum number of runs in one query to the events store. */
export const MOST_RUNS = 50_000;

/**
 * Compresses groups of outlets into runs of neighbors. The first run belongs to no group. A venue's outlets usually
 * have consecutive keys, so a million outlets become a few thousand runs. Accepts outlets in any order, but each only
 * once.
 */
export function* runsOf(grouped: Iterable<Grouped>): Chunked<OutletRun[]> {
  const runs: OutletRun[] = [];
  let [holder, next, open] = [0, 0, 0];
  const begin = (customerKey: number, outletKey: number, group: number) => {
    [holder, open] = [customerKey, group];
    runs.push({ customerKey, outletKey, group });
  };
  begin(0, 0, 0);
  const byHolder = new Map<number, Grouped[]>();
  yield* forEachChunked(grouped, (one) => {
    const own = byHolder.get(one.customerKey);
    if (own === undefined) byHolder.set(one.customerKey, [one]);
    else own.push(one);
  });
  for (const own of yield* sortChunked([...byHolder.values()], ([first]) => first?.customerKey ?? 0)) {
    const inOrder = yield* sortChunked(own, ({ outletKey }) => outletKey);
    yield* forEachChunked(inOrder, ({ customerKey, outletKey, group }) => {
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

/** Returns the runs for outlets and their holders, all in one group. */
export function* heldRuns(pairs: Iterable<Pair>): Chunked<OutletRun[]> {
  return yield* runsOf(yield* mapChunked(pairs, (pair) => ({ ...pair, group: 1 })));
}

/** Returns a column of group numbers. */
export const groupColumn = (runs: readonly OutletRun[]): Groups => ({
  by: 'group',
  runs,
  name: createHash('sha256').update(JSON.stringify(runs)).digest('base64url'),
});
