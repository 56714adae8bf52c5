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
  /** What time it is by the clock that all processes share; what a wrong one erases is gone. */
  readonly time?: () => Promise<number>;
};

/**
 * Erases what identifies visitors (fingerprint, address, play token) from events older than the retention of visitor data.
 * Events, counts, and money stay. Counts of distinct visitors of those days are unknown from then on: `visitorsKnownFrom` is
 * stored before the first row changes. Resolves with the number of events; null if another process holds the seal lease,
 * because sealing copies the newest views: the next run erases them. Cheap when nothing is due.
 */
export async function forgetVisitors(needs: Needs): Promise<number | null> {
  const { accounts, events, sealJob, live, visitorDataDays, now, time } = needs;
  const beforeMs = forgottenBefore(visitorDataDays, (await time?.()) ?? now());
  if (beforeMs === null) return 0;
  return sealJob.alone(async (prolong) => {
    await storeVisitorsKnownFrom(accounts, beforeMs);
    const touches = await findTouchesOf(events, { beforeMs });
    // Also where no event names anybody: a run that was cut short has perhaps not come to the copies.
    await eraseVisitors(events, { beforeMs }, prolong);
    // What is kept of newest views is read anew.
    if (touches.length > 0) await live.announce(changeOf(touches.map((touch) => ({ ...touch, timestampMs: 0 }))));
    return touches.reduce((sum, touch) => sum + touch.events, 0);
  });
}
