import type { Comparison, Difference } from '#event-store/operations.ts';
import type { FiguresWatch } from '../notices/watch-figures.ts';
import type { JobWork } from './job-runner.ts';

export const CHECK_FIGURES = 'check-figures';

/** The command's output. */
export type CheckedFigures = {
  readonly weeks: number;
  readonly differences: readonly Difference[];
  /** Weeks that differed, including those that were repaired. */
  readonly differing: readonly string[];
  readonly hasTotals: boolean;
  /** Days on which the advertisers' copy of the events lacked rows. */
  readonly copyDays: readonly string[];
  readonly missing: readonly { readonly week: string; readonly events: number }[];
};

/**
 * Creates the job that compares all sealed sums with the events. Seals differing weeks again, unless the run is dry.
 */
export function createFiguresCheckJob(figures: Pick<FiguresWatch, 'check'>): JobWork {
  return async ({ payload, noted, note }) => {
    const { isDry } = JSON.parse(payload) as { isDry: boolean };
    // An interrupted run may have repaired some differences already, and the result must still report them.
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
