import type { Seal } from '#event-store/event-store.ts';
import { oncePerTick } from '../../memory/once-per-tick.ts';
import type { Needs } from '../needs.ts';
import { readLateWeeks } from './late-weeks-queries.ts';

/**
 * The current seal, and the weeks where it is out of date. Cache names contain these weeks, but no value that changes
 * with each late event. Concurrent callers therefore share one read, even if many late events arrive.
 */
export type SealState = {
  readonly seal: Seal;
  /** Mondays in ascending order. */
  readonly lateWeeks: readonly string[];
  /**
   * A version that changes when a week is archived or its archived sums are recomputed. The names of cached results
   * that use archived sums contain this version.
   */
  readonly archiveVersion: string;
};

/**
 * Creates the function that reads the seal state. Late weeks are read before the seal: if a new seal clears them in
 * between, the second read returns that seal (docs/events-store.md#reading).
 */
export function createSealState({ accounts, events }: Pick<Needs, 'accounts' | 'events'>) {
  return oncePerTick(async (): Promise<SealState> => {
    const lateWeeks = await readLateWeeks(accounts);
    const seal = await events.seal();
    return { lateWeeks, seal, archiveVersion: archiveVersionOf(seal.archive) };
  });
}

/** Returns a version of the archive. Numbers are never reused, so the highest number changes with every publication. */
function archiveVersionOf({ endMs, weeks }: Seal['archive']): string {
  let greatest = 0;
  for (const { number } of weeks.values()) greatest = Math.max(greatest, number);
  return `${endMs}.${greatest}`;
}

export type ReadSealState = ReturnType<typeof createSealState>;
