import type { EventResult } from '#contract/ingest.ts';
import type { Draft } from './examine-batch.ts';
import { notCounted, type Settled } from './settle-batch.ts';
import { withoutAmount } from './settled-row.ts';

/** The batch as it was settled, but what its flight's budget does not hold earns nothing and is told so. */
export function withinBudget(drafts: readonly Draft[], settled: Settled, overBudget: ReadonlySet<bigint>): Settled {
  if (overBudget.size === 0) return settled;
  const rows = settled.rows.map((row) => (overBudget.has(row.eventId) ? withoutAmount(row, 'over_budget') : row));
  const results = settled.results.map((result, position): EventResult => {
    const eventId = drafts[position]?.eventId ?? 0n;
    return result.status === 'accepted' && overBudget.has(eventId)
      ? { ...result, ...notCounted('over_budget') }
      : result;
  });
  return { ...settled, rows, results };
}
