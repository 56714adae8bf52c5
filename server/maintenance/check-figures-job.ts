import type { Comparison, Difference } from '../databases/events/compare-rollups.ts';
import type { FiguresWatch } from '../notices/watch-figures.ts';
import type { JobWork } from './job-runner.ts';

export const CHECK_FIGURES = 'check-figures';

/** What the command prints. */
export type CheckedFigures = {
  readonly weeks: number;
  readonly differences: readonly Difference[];
  /** Weeks, or totals on their own, that differed. */
  readonly differing: readonly string[];
  readonly hasTotals: boolean;
  /** Days whose copy for advertisers lacked rows. */
  readonly copyDays: readonly string[];
  readonly missing: readonly { readonly week: string; readonly events: number }[];
};

/** Compares all sealed sums with the events, and seals anew what differs unless it is only asked. */
export function createFiguresCheckJob(figures: Pick<FiguresWatch, 'check'>): JobWork {
  return async ({ payload, noted, note }) => {
    const { isDry } = JSON.parse(payload) as { isDry: boolean };
    // What a try that was cut short found is perhaps repaired already, and is still told.
    const before = (noted as Partial<CheckedFigures>).differences ?? [];
    const onFound = async (differences: readonly Difference[]) => {
      if (differences.length > 0) await note({ differences });
    };
    const comparison = await figures.check({ isDry, onFound });
    return comparison === null ? null : { result: resultOf(comparison, before), audit: null };
  };
}

function resultOf(comparison: Comparison, before: readonly Difference[]): CheckedFigures {
  const { weeks, repairedWeeks, hasRepairedTotals, repairedDays, losses } = comparison;
  const isNew = ({ week }: Difference) => !repairedWeeks.includes(week);
  const differences = [...before.filter(isNew), ...comparison.differences];
  return {
    weeks,
    differences,
    differing: [...new Set([...differences.map(({ week }) => week), ...repairedWeeks])].sort(),
    hasTotals: hasRepairedTotals,
    copyDays: repairedDays,
    missing: losses.map(({ week, missing }) => ({ week, events: missing })),
  };
}
