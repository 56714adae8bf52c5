import type { Comparison, SealJob } from '#event-store/operations.ts';
import type { Imports } from '../imports/import-kinds.ts';
import type { Metrics } from './metrics.ts';

/** Wraps the seal job to count its runs. */
export function measureSeals(job: SealJob, metrics: Metrics | null): SealJob {
  if (metrics === null) return job;
  const { sealRuns, lastSeal, comparisons } = metrics;
  return {
    ...job,
    runNow: async () => {
      try {
        const report = await job.runNow();
        sealRuns.inc({ result: report.weeks.length > 0 ? 'sealed' : 'nothing_due' });
        lastSeal.setToCurrentTime();
        return report;
      } catch (error) {
        sealRuns.inc({ result: 'failed' });
        throw error;
      }
    },
    compareNow: async (options) => {
      try {
        const comparison = await job.compareNow(options);
        if (options?.isDry !== true) comparisons.inc({ result: outcomeOf(comparison) });
        return comparison;
      } catch (error) {
        comparisons.inc({ result: 'failed' });
        throw error;
      }
    },
  };
}

function outcomeOf(comparison: Comparison | null): string {
  if (comparison === null) return 'elsewhere';
  const { repairedWeeks, hasRepairedTotals, repairedDays } = comparison;
  return repairedWeeks.length > 0 || hasRepairedTotals || repairedDays.length > 0 ? 'repaired' : 'agreed';
}

/** Wraps the imports to count those that are currently running. */
export function measureImports(imports: Imports, metrics: Metrics | null): Imports {
  if (metrics === null) return imports;
  return {
    ...imports,
    run: async (order, watching) => {
      metrics.importsRunning.inc();
      try {
        return await imports.run(order, watching);
      } finally {
        metrics.importsRunning.dec();
      }
    },
  };
}
