import { DAY_MS } from '#domain/durations.ts';
import { eraseVisitors, findTouchesOf } from '../databases/events/erase-visitors.ts';
import type { EventsStore } from '../databases/events/events-store.ts';
import type { SealJob } from '../databases/events/seal-job.ts';
import { changeOf, type LiveChanges } from '../live/live-changes.ts';

/**
 * Before which instant (epoch ms, the beginning of a UTC day) events may not name their visitors any more; null where they
 * may for ever. The last `days` whole days and today keep them.
 */
export const forgottenBefore = (days: number | null, nowMs: number): number | null =>
  days === null ? null : (Math.floor(nowMs / DAY_MS) - days) * DAY_MS;

type Needs = {
  readonly events: EventsStore;
  readonly sealJob: Pick<SealJob, 'alone'>;
  readonly live: Pick<LiveChanges, 'announce'>;
  readonly visitorDataDays: number | null;
  readonly now: () => number;
  /** What time it is by the clock that all processes share; what a wrong one erases is gone. */
  readonly time?: () => Promise<number>;
};

/**
 * Takes what names visitors from events that are older than it may be kept: fingerprint, address and play token. No row
 * leaves and no figure changes. Resolves with the number of events; null if another process is sealing, which copies newest
 * views: then the next run does it. Cheap where nothing is due.
 */
export async function forgetVisitors(needs: Needs): Promise<number | null> {
  const { events, sealJob, live, visitorDataDays, now, time } = needs;
  const beforeMs = forgottenBefore(visitorDataDays, (await time?.()) ?? now());
  if (beforeMs === null) return 0;
  return sealJob.alone(async (prolong) => {
    const touches = await findTouchesOf(events, { beforeMs });
    // Also where no event names anybody: a run that was cut short has perhaps not come to the copies.
    await eraseVisitors(events, { beforeMs }, prolong);
    // What is kept of newest views is read anew.
    if (touches.length > 0) await live.announce(changeOf(touches.map((touch) => ({ ...touch, timestampMs: 0 }))));
    return touches.reduce((sum, touch) => sum + touch.events, 0);
  });
}
