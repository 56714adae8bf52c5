import { counted, NOUNS } from '#domain/counted.ts';
import type { CompareOptions, Comparison, RawLoss, SealJob } from '#event-store/operations.ts';
import { damagedPart } from '#event-store/operations.ts';
import type { Notices } from './create-notices.ts';

type Watched = {
  readonly sealJob: Pick<SealJob, 'compareNow'>;
  readonly notices: Pick<Notices, 'raise' | 'end'>;
  /** Stores the result, so that administrators can see it. */
  readonly note: (comparison: Comparison, isDry: boolean) => Promise<void>;
  /** Writes a line to the log. */
  readonly warn: (line: string) => void;
};

export type FiguresWatch = {
  /** Compares the sealed sums with the events. Reports differences to the log and to administrators. */
  look(): Promise<void>;
  /**
   * Like `look`, but returns the result. Returns null if another process is sealing. A dry run reports only to the
   * caller.
   */
  check(options?: CompareOptions): Promise<Comparison | null>;
};

/**
 * Creates a watch for sealed sums. The notice about a repair stays until a later night's comparison finds no
 * difference.
 */
export function createFiguresWatch({ sealJob, notices, note, warn }: Watched): FiguresWatch {
  let hasLooked = false;

  async function check(options: CompareOptions = {}): Promise<Comparison | null> {
    const comparison = await sealJob.compareNow(options).catch(async (error: unknown) => {
      const part = damagedPart(error);
      if (part !== null && options.isDry !== true) await notices.raise('events', damagedLine(part));
      throw error;
    });
    if (comparison === null) return null;
    await note(comparison, options.isDry === true);
    if (options.isDry !== true) await tell(comparison);
    return comparison;
  }

  async function tell(comparison: Comparison): Promise<void> {
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
  }

  return {
    check,
    look: async () => void (await check()),
  };
}

function repairedLine({ repairedWeeks, hasRepairedTotals, repairedDays }: Comparison): string | null {
  const found = [
    repairedWeeks.length > 0 ? `the weeks of ${repairedWeeks.join(', ')}` : null,
    hasRepairedTotals && repairedWeeks.length === 0 ? 'the all-time totals' : null,
    repairedDays.length > 0 ? `the campaigns on ${repairedDays.join(', ')}` : null,
  ].filter((part) => part !== null);
  if (found.length === 0) return null;
  return `Some figures did not match the stored events and were recomputed: ${found.join('; ')}.`;
}

/** Returns the line about a damaged part. The engine checks a part's content when it is read, not at startup. */
const damagedLine = (part: string): string =>
  `Stored events cannot be read: ${part === '' ? 'a part' : `the part ${part}`} of the events store is damaged. Figures that need it are unavailable, ` +
  'and sums are no longer compared with the events. Restore the store from a backup.';

export function lossLine(losses: readonly RawLoss[]): string | null {
  if (losses.length === 0) return null;
  const weeks = losses.map(({ week, missing }) => `about ${counted(missing, NOUNS.event)} of the week of ${week}`);
  return (
    `Stored events are missing: ${weeks.join(', ')}. Sums that were already sealed are kept. ` +
    'Restore the data folder from a backup, or accept the loss with: npm run admin -- accept-missing-events'
  );
}
