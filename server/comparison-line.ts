import type { Comparison } from './databases/events/compare-rollups.ts';

/** What the operator has to be told of a comparison of sealed sums with raw events; null if all was right. */
export function comparisonLine(comparison: Comparison | null): string | null {
  if (comparison === null) return null;
  const { repairedWeeks, hasRepairedTotals, repairedDays } = comparison;
  const found = [
    repairedWeeks.length > 0 ? `the sealed sums of the weeks from ${repairedWeeks.join(', ')}` : null,
    hasRepairedTotals && repairedWeeks.length === 0 ? 'the sealed totals' : null,
    repairedDays.length > 0 ? `the campaigns' copy of ${repairedDays.join(', ')}` : null,
  ].filter((part) => part !== null);
  if (found.length === 0) return null;
  return `Figures did not agree with the stored events and were computed anew: ${found.join('; ')}.`;
}
