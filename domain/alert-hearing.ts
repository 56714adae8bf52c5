import { MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/** Looks are a minute apart: after a longer pause nobody listened meanwhile. */
const PAUSE_MS = 5 * MINUTE_MS;

/** What one look leaves for the next (epoch ms). */
export type Heard = {
  readonly at: number;
  /** When it began to listen, at first or after a pause. */
  readonly resumed: number;
  /** When nothing came in at all for the last time; 0: never. */
  readonly stopped: number;
};

/**
 * Whether a silence says anything of an outlet. At the first look, after a pause of ours, or of everything that comes in, each outlet
 * may have been silent for as long as nobody listened: none counts as silent before all had time to say something again.
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
