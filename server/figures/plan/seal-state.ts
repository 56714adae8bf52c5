import type { Seal } from '../../databases/events/events-db.ts';
import { onceATurn } from '../../memory/once-a-turn.ts';
import type { Needs } from '../needs.ts';
import { readLateWeeks } from './late-weeks-queries.ts';

/** What is sealed, the weeks in which the seal is out of date, and a text that changes with each new late event. */
export type SealState = {
  readonly seal: Seal;
  readonly late: { readonly weeks: readonly string[]; readonly version: string };
};

/** Late weeks first: whoever reads them after a seal cleared them also reads that seal (docs/events-store.md#reading). */
export function createSealState({ accounts, events }: Pick<Needs, 'accounts' | 'events'>) {
  return onceATurn(async (): Promise<SealState> => {
    const late = await readLateWeeks(accounts);
    return { late, seal: await events.seal() };
  });
}

export type ReadSealState = ReturnType<typeof createSealState>;
