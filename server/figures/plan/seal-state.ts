import type { Seal } from '../../databases/events/events-db.ts';
import { onceATurn } from '../../memory/once-a-turn.ts';
import type { Needs } from '../needs.ts';
import { readLateWeeks } from './late-weeks-queries.ts';

/**
 * What is sealed, and the weeks in which the seal is out of date. Names of kept answers have these weeks, but nothing that changes
 * with each late event: many that ask at the same time must find the same reading, however many events come late.
 */
export type SealState = {
  readonly seal: Seal;
  /** Mondays, in their order. */
  readonly lateWeeks: readonly string[];
  /** Another with each week that leaves, or is summed up anew: names of kept answers have it, which rest on its sums. */
  readonly archiveVersion: string;
};

/** Late weeks first: whoever reads them after a seal cleared them also reads that seal (docs/events-store.md#reading). */
export function createSealState({ accounts, events }: Pick<Needs, 'accounts' | 'events'>) {
  return onceATurn(async (): Promise<SealState> => {
    const lateWeeks = await readLateWeeks(accounts);
    const seal = await events.seal();
    return { lateWeeks, seal, archiveVersion: archiveVersionOf(seal.archive) };
  });
}

/** Numbers are never given twice, so that the greatest one changes whenever another is published. */
function archiveVersionOf({ endMs, weeks }: Seal['archive']): string {
  let greatest = 0;
  for (const { number } of weeks.values()) greatest = Math.max(greatest, number);
  return `${endMs}.${greatest}`;
}

export type ReadSealState = ReturnType<typeof createSealState>;
