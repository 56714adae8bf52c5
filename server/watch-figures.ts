import type { Comparison } from './databases/events/compare-rollups.ts';
import type { SealJob } from './databases/events/seal-job.ts';
import type { RawLoss } from './databases/events/seal-ledger.ts';
import type { Notices } from './notices.ts';

type Watched = {
  readonly sealJob: Pick<SealJob, 'compareNow'>;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  /** One line for the log. */
  readonly warn: (line: string) => void;
};

export type FiguresWatch = {
  /** Compares what is sealed with the events, and tells operator and administrators what was not right. */
  look(): Promise<void>;
};

/** What was repaired is shown until a later comparison, of another night, finds all as it should be. */
export function createFiguresWatch({ sealJob, notices, warn }: Watched): FiguresWatch {
  let hasLooked = false;
  return {
    look: async () => {
      const comparison = await sealJob.compareNow();
      if (comparison === null) return;
      const repaired = repairedLine(comparison);
      if (repaired !== null) {
        warn(repaired);
        await notices.raise('figures', repaired);
      } else if (hasLooked) await notices.end('figures');
      hasLooked = true;

      const missing = lossLine(comparison.losses.filter(({ isAccepted }) => !isAccepted));
      if (missing === null) return notices.end('events');
      warn(missing);
      await notices.raise('events', missing);
    },
  };
}

function repairedLine({ repairedWeeks, hasRepairedTotals, repairedDays }: Comparison): string | null {
  const found = [
    repairedWeeks.length > 0 ? `the weeks from ${repairedWeeks.join(', ')}` : null,
    hasRepairedTotals && repairedWeeks.length === 0 ? 'the totals of all time' : null,
    repairedDays.length > 0 ? `the campaigns on ${repairedDays.join(', ')}` : null,
  ].filter((part) => part !== null);
  if (found.length === 0) return null;
  return `Figures did not agree with the stored events and were computed anew: ${found.join('; ')}.`;
}

export function lossLine(losses: readonly RawLoss[]): string | null {
  if (losses.length === 0) return null;
  const weeks = losses.map(({ week, missing }) => `about ${missing} of the week from ${week}`);
  return (
    `Stored events are missing: ${weeks.join(', ')}. Sums that were sealed before are kept. ` +
    'Restore the data folder from a backup, or accept it with: npm run admin -- accept-missing-events'
  );
}
