import { highest, lowest } from '#domain/extremes.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readKnownStarts, writeFact } from '../databases/accounts/installation-facts.ts';
import type { EventsStore } from '../databases/events/events-store.ts';
import { readStarts, writeStart } from '../databases/events/installation.ts';

type Stores = { readonly accounts: AccountsDb; readonly events: Pick<EventsStore, 'engine'> };

/** Epoch seconds; null where it is not known. */
type Starts = {
  /** What the accounts store knows of: all that were in the events when it was written. */
  readonly accounts: number | null;
  /** One that was under way: it may be in the events. */
  readonly planned: number | null;
  /** Of the events the shard that knows the oldest, and the newest. */
  readonly oldest: number;
  readonly newest: number;
};

/**
 * Each start leaves its time in both stores, so that of two copies of one installation that do not belong together the older one
 * is known, whatever it lacks. Only one process may do so at a time.
 */
export async function readLastStarts({ accounts, events }: Stores): Promise<Starts> {
  const { started, planned } = await readKnownStarts(accounts);
  const found = await readStarts(events.engine);
  return { accounts: started, planned, oldest: lowest(found), newest: highest(found) };
}

/** What is wrong; null where nothing is, or where no start has left its time yet. */
export function olderCopy({ accounts, planned, oldest, newest }: Starts): string | null {
  if (accounts !== null && oldest < accounts)
    return `The events store is an older copy than the accounts: events that it stored after ${shown(oldest)} are not in it.`;
  const known = Math.max(accounts ?? 0, planned ?? 0);
  if (known > 0 && newest > known)
    return `The accounts store is an older copy than the events: what was entered or changed after ${shown(known)} is not in it.`;
  return null;
}

/** In the accounts store before and after, so that a crash in between makes neither of them an older copy. */
export async function leaveStart({ accounts, events }: Stores, id: string, nowMs: number): Promise<void> {
  const before = await readLastStarts({ accounts, events });
  // Clocks go back, and two starts may be in one second.
  const at = Math.max(
    Math.floor(nowMs / 1_000),
    1 + Math.max(before.newest, before.accounts ?? 0, before.planned ?? 0),
  );
  await writeFact(accounts, 'start-planned', String(at));
  await writeStart(events.engine, id, at);
  await writeFact(accounts, 'started', String(at));
}

const shown = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ');
