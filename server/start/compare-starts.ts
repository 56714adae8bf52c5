import { highest, lowest } from '#domain/extremes.ts';
import type { EventsStore } from '#event-store/operations.ts';
import { readStarts, writeStart } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readKnownStarts, writeFact } from '../databases/accounts/installation-facts.ts';

type Stores = { readonly accounts: AccountsDb; readonly events: Pick<EventsStore, 'engine'> };

/** Start times in epoch seconds; null if unknown. */
type Starts = {
  /** The last start recorded in the accounts store. Its write to the events store was complete by then. */
  readonly accounts: number | null;
  /** A start that may be incomplete, so it may or may not be in the events store. */
  readonly planned: number | null;
  /** The oldest and the newest start among the shards of the events store. */
  readonly oldest: number;
  readonly newest: number;
};

/**
 * Reads the starts recorded in both stores. Each start writes its time to both stores. If the two copies don't match,
 * the older copy is detected, regardless of what it lacks. Only one process may do this at the same time.
 */
export async function readLastStarts({ accounts, events }: Stores): Promise<Starts> {
  const { started, planned } = await readKnownStarts(accounts);
  const found = await readStarts(events.engine);
  return { accounts: started, planned, oldest: lowest(found), newest: highest(found) };
}

/** Describes the mismatch. Returns null if there is none, or if no start has been recorded. */
export function olderCopy({ accounts, planned, oldest, newest }: Starts): string | null {
  if (accounts !== null && oldest < accounts)
    return `The events store is an older copy than the accounts store. It lacks events stored after ${shown(oldest)}.`;
  const known = Math.max(accounts ?? 0, planned ?? 0);
  if (known > 0 && newest > known)
    return `The accounts store is an older copy than the events store. It lacks changes made after ${shown(known)}.`;
  return null;
}

/**
 * Records a start in the accounts store both before and after the events store. After a crash in between, neither store
 * then looks like an older copy.
 */
export async function leaveStart({ accounts, events }: Stores, id: string, nowMs: number): Promise<void> {
  const before = await readLastStarts({ accounts, events });
  // Clocks may go back, and two starts may be in the same second.
  const at = Math.max(
    Math.floor(nowMs / 1_000),
    1 + Math.max(before.newest, before.accounts ?? 0, before.planned ?? 0),
  );
  await writeFact(accounts, 'start-planned', String(at));
  await writeStart(events.engine, id, at);
  await writeFact(accounts, 'started', String(at));
}

const shown = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ');
