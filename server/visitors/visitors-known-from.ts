import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact, writeFact } from '../databases/accounts/installation-facts.ts';

const FACT = 'visitors-known-from';

/**
 * Returns the time (epoch ms, start of a UTC day) before which events may no longer identify their visitors. Returns
 * null if there is no limit. Events from today and the last `days` full days keep their visitor data.
 */
export const forgottenBefore = (days: number | null, nowMs: number): number | null =>
  days === null ? null : (Math.floor(nowMs / DAY_MS) - days) * DAY_MS;

/**
 * Records that events before this time (epoch ms) no longer identify their visitors. The recorded time never moves
 * back, because erased data does not return.
 */
export async function storeVisitorsKnownFrom(accounts: AccountsDb, fromMs: number): Promise<void> {
  if (fromMs > (await readStored(accounts))) await writeFact(accounts, FACT, String(fromMs));
}

/**
 * Returns the time (epoch ms) from which every event identifies its visitor, so that distinct visitors can be counted.
 * Returns 0 if no visitor data was ever erased. New events older than `days` are stored without their visitor. This is
 * true even before the nightly run has erased the visitors of other events from that day.
 */
export async function visitorsKnownFrom(accounts: AccountsDb, days: number | null, nowMs: number): Promise<number> {
  return Math.max(await readStored(accounts), forgottenBefore(days, nowMs) ?? 0);
}

const readStored = async (accounts: AccountsDb): Promise<number> => Number((await readFact(accounts, FACT)) ?? 0);
