import { MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/** Outlets of one failure fall silent within two heartbeats of each other. */
const JOINING_MS = 10 * MINUTE_MS;

export type Heard = { readonly id: string; readonly label: string; readonly lastSeenMs: number };

export type Silence = {
  /** All that the venue has, and more than one: the venue itself is the cause. */
  readonly isWhole: boolean;
  readonly silent: readonly Heard[];
  /** Since the first of them said something for the last time. */
  readonly sinceMs: number;
};

/**
 * What is silent at one venue, named once; null where nothing is, and as long as it is not known how much it is: an outlet that
 * has missed its heartbeats and is about to count as silent belongs to the same outage as one that already does. `isStanding`: it
 * has been named, so that it is told whatever joins, and ends when all are back.
 */
export function silenceAt(
  outlets: readonly Heard[],
  { nowMs, afterMs, isStanding }: { nowMs: number; afterMs: number; isStanding: boolean },
): Silence | null {
  const silentMs = ({ lastSeenMs }: Heard) => nowMs - lastSeenMs;
  const silent = outlets.filter((outlet) => silentMs(outlet) >= afterMs);
  if (silent.length === 0) return null;
  const joinsFrom = Math.max(LATE_AFTER_MS, afterMs - JOINING_MS);
  const isJoining = (outlet: Heard) => silentMs(outlet) < afterMs && silentMs(outlet) >= joinsFrom;
  // Waited for at most as long as one takes to join, whoever follows: what has been silent for longer is told.
  const isNew = silent.every((outlet) => silentMs(outlet) < afterMs + JOINING_MS);
  if (!isStanding && isNew && outlets.some(isJoining)) return null;
  return {
    isWhole: outlets.length > 1 && silent.length === outlets.length,
    silent: [...silent].sort((one, other) => one.label.localeCompare(other.label, 'en')),
    sinceMs: Math.min(...silent.map(({ lastSeenMs }) => lastSeenMs)),
  };
}
