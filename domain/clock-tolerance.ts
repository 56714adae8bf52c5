import { MOST_MINUTES_EARLY } from './constants.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * Maximum difference between two machines' clocks, in either direction, in milliseconds. Applies wherever a timestamp
 * from one is compared with one from the other (docs/business-rules.md#clocks).
 */
export const CLOCK_TOLERANCE_MS = MOST_MINUTES_EARLY * MINUTE_MS;

/** A half-open time span by this installation's clock. `toMs` is null if it has no end. */
type Span = { readonly fromMs: number; readonly toMs: number | null };

/** Whether a timestamp from another machine could fall within the span, allowing for clock skew. */
export const mayLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs - CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs + CLOCK_TOLERANCE_MS);

/** Whether a timestamp from another machine falls within the span for every clock skew within the tolerance. */
export const mustLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs + CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs - CLOCK_TOLERANCE_MS);

/** Returns the distance (ms) from a timestamp to the span; 0 if it is inside. */
export function distanceTo(instantMs: number, { fromMs, toMs }: Span): number {
  if (instantMs < fromMs) return fromMs - instantMs;
  return toMs !== null && instantMs >= toMs ? instantMs - toMs + 1 : 0;
}

/**
 * Returns when an outlet was in contact, by this installation's clock. A report from the last five minutes counts as
 * now, because the outlet's clock may be that far behind. An older report was buffered and counts at its own time.
 */
export const contactTime = (reportedMs: number, nowMs: number): number =>
  reportedMs >= nowMs - CLOCK_TOLERANCE_MS ? nowMs : reportedMs;
