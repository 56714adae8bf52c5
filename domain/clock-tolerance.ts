import { MOST_MINUTES_EARLY } from './constants.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * Maximum difference between two machines' clocks, in either direction, in milliseconds. Applies wherever timestamps
 * from two machines are compared (docs/business-rules.md#clocks).
 */
export const CLOCK_TOLERANCE_MS = MOST_MINUTES_EARLY * MINUTE_MS;

/** A half-open time span on this installation's clock. `toMs` is null if the span has no end. */
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
 * Returns when an outlet was in contact, on this installation's clock. A report from the last five minutes counts as
 * current, because the outlet's clock may be that far behind. An older report was buffered and counts at its own time.
 */
export const contactTime = (reportedMs: number, nowMs: number): number =>
  reportedMs >= nowMs - CLOCK_TOLERANCE_MS ? nowMs : reportedMs;
