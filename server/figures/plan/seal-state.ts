import type { Seal } from '#event-store/event-store.ts';
import { oncePerTick } from '../../memory/once-per-tick.ts';
import type { Needs } from '../needs.ts';
import { readLateWeeks } from './late-weeks-queries.ts';

/**
 * The current seal, and the weeks where it is out of date. Cache names contain these weeks, but nothing that changes
 * with each late event. Concurrent callers therefore share one read, even if many late events arrive.
 */
export type SealState = {
  readonly seal: Seal;
  /** Mondays, ascending. */
  readonly lateWeeks: readonly string[];
  /**
   * Changes when a week is archived or its archive is summed again. Names of cached answers that use archived sums
   * contain it.
   */
  readonly archiveVersion: string;
};

/**
 * Reads late weeks before the seal. If a seal has cleared them, the second read then returns that seal
 * (docs/events-store.md#reading).
 */
export function createSealState({ accounts, events }: Pick<Needs, 'accounts' | 'events'>) {
  return oncePerTick(async (): Promise<SealState> => {
    const lateWeeks = await readLateWeeks(accounts);
    const seal = await events.seal();
    return { lateWeeks, seal, archiveVersion: archiveVersionOf(seal.archive) };
  });
}

/** Numbers are never reused, so the greatest one changes with every publication. */
function archiveVersionOf({ endMs, weeks }: Seal['archive']): string {
  let greatest = 0;
  for (const { number } of weeks.values()) greatest = Math.max(greatest, number);
  return `${endMs}.${greatest}`;
}

export type ReadSealState = ReturnType<typeof createSealState>;
