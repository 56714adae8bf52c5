import { MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/**
 * Maximum time between two checks, which normally run every minute. After a longer pause, monitoring counts as
 * interrupted.
 */
const PAUSE_MS = 5 * MINUTE_MS;

/** State that one check passes on to the next (epoch ms). */
export type Heard = {
  readonly at: number;
  /** When monitoring began, or resumed after a pause. */
  readonly resumed: number;
  /** The last time at which all messages had stopped; 0 if they never have. */
  readonly stopped: number;
};

/**
 * Returns the state after a check. `isSure` says whether an outlet's silence is meaningful. Silence is not meaningful
 * shortly after monitoring starts or resumes, or shortly after all messages stopped: outlets first get time to report.
 */
export function hearing(
  before: Heard | null,
  { nowMs, newestMs, stoppedAfterMs }: { nowMs: number; newestMs: number | null; stoppedAfterMs: number },
): Heard & { readonly isStopped: boolean; readonly isSure: boolean } {
  const resumed = before === null || nowMs - before.at > PAUSE_MS ? nowMs : before.resumed;
  const listens = nowMs - resumed >= LATE_AFTER_MS;
  const isStopped = listens && newestMs !== null && nowMs - newestMs >= stoppedAfterMs;
  const stopped = isStopped ? nowMs : (before?.stopped ?? 0);
  return { at: nowMs, resumed, stopped, isStopped, isSure: listens && nowMs - stopped >= LATE_AFTER_MS };
}
