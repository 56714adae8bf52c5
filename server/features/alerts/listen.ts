import { type Heard, hearing } from '#domain/alert-hearing.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { findNewestContact } from '../../figures/read/contacts-queries.ts';
import { findHearing, storeHearing } from './hearing-queries.ts';

export type Hearing = ReturnType<typeof hearing> & {
  /** The newest contact of any outlet (epoch ms). Null if there is none. */
  readonly newestMs: number | null;
};

/**
 * Determines whether events are arriving, and since when. Stores the result, because the next check may run in another
 * process.
 */
export async function listen(accounts: AccountsDb, nowMs: number, stoppedAfterMs: number): Promise<Hearing> {
  const [before, newestMs] = await Promise.all([findHearing(accounts), findNewestContact(accounts)]);
  // Only this module writes the stored text.
  const known = before === undefined ? null : (JSON.parse(before) as Heard);
  const now = hearing(known, { nowMs, newestMs, stoppedAfterMs });
  const { at, resumed, stopped } = now;
  await storeHearing(accounts, JSON.stringify({ at, resumed, stopped } satisfies Heard));
  return { ...now, newestMs };
}

/** Stores that monitoring has run without a pause since `sinceMs`. */
export const resumeHearing = (accounts: AccountsDb, sinceMs: number, nowMs: number): Promise<void> =>
  storeHearing(accounts, JSON.stringify({ at: nowMs, resumed: sinceMs, stopped: 0 } satisfies Heard));
