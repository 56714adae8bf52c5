import type { EventsStore, SealJob } from '#event-store/operations.ts';
import { eraseVisitors, findTouchesOf } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { changeOf, type LiveChanges } from '../live/live-changes.ts';
import { forgottenBefore, storeVisitorsKnownFrom } from './visitors-known-from.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: EventsStore;
  readonly sealJob: Pick<SealJob, 'alone'>;
  readonly live: Pick<LiveChanges, 'announce'>;
  readonly visitorDataDays: number | null;
  readonly now: () => number;
  /** Returns the time on the clock that all processes share. Data that is erased because of a wrong clock is lost. */
  readonly time?: () => Promise<number>;
};

/**
 * Erases what identifies visitors (fingerprint, address, play token) from events older than the retention for visitor
 * data. Events, counts, and money stay. From then on, distinct visitors can't be counted for those days, so
 * `visitorsKnownFrom` is stored before the first row changes. Resolves with the number of events, or null if another
 * process has the seal lease. That process copies the newest views, so the next run erases their visitor data. Cheap if
 * nothing is due.
 */
export async function forgetVisitors(needs: Needs): Promise<number | null> {
  const { accounts, events, sealJob, live, visitorDataDays, now, time } = needs;
  const beforeMs = forgottenBefore(visitorDataDays, (await time?.()) ?? now());
  if (beforeMs === null) return 0;
  return sealJob.alone(async (prolong) => {
    await storeVisitorsKnownFrom(accounts, beforeMs);
    const touches = await findTouchesOf(events, { beforeMs });
    // Run this even if no event identifies a visitor, because an interrupted run may not have reached the copies.
    await eraseVisitors(events, { beforeMs }, prolong);
    // Announce the change, so that the cached newest views are read again.
    if (touches.length > 0) await live.announce(changeOf(touches.map((touch) => ({ ...touch, timestampMs: 0 }))));
    return touches.reduce((sum, touch) => sum + touch.events, 0);
  });
}
