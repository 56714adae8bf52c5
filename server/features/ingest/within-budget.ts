import type { EventResult } from '#contract/ingest.ts';
import type { Draft } from './examine-batch.ts';
import { notCounted, type Settled } from './settle-batch.ts';
import { asInvalid, type SettledRow } from './settled-row.ts';

/** `released`: rows, as they were reserved, that do not count after all because their view does not. */
type WithinBudget = Settled & { readonly released: readonly SettledRow[] };

/** The batch as it was settled, but what its flight's budget does not hold earns nothing and is told so, with what came of it. */
export function withinBudget(
  drafts: readonly Draft[],
  settled: Settled,
  overBudget: ReadonlySet<bigint>,
): WithinBudget {
  if (overBudget.size === 0) return { ...settled, released: [] };
  const released = settled.rows.filter(
    ({ eventId, viewId, kind, invalid }) =>
      kind !== 'view' && invalid === null && !overBudget.has(eventId) && overBudget.has(viewId),
  );
  const uncounted = new Set([...overBudget, ...released.map(({ eventId }) => eventId)]);
  const rows = settled.rows.map((row) => (uncounted.has(row.eventId) ? asInvalid(row, 'over_budget') : row));
  const results = settled.results.map((result, position): EventResult => {
    const eventId = drafts[position]?.eventId ?? 0n;
    return result.status === 'accepted' && uncounted.has(eventId)
      ? { ...result, ...notCounted('over_budget') }
      : result;
  });
  return { ...settled, rows, results, released };
}
