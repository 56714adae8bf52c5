import { MOST_MINUTES_EARLY } from './constants.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * Maximum difference of two machines' clocks, in either direction. Applies wherever an instant of one is compared with
 * an instant of the other (docs/business-rules.md#clocks). In milliseconds.
 */
export const CLOCK_TOLERANCE_MS = MOST_MINUTES_EARLY * MINUTE_MS;

/** A half-open time span by this installation's clock. `toMs` null: no end. */
type Span = { readonly fromMs: number; readonly toMs: number | null };

/** Whether an instant by another machine's clock may be in the span. */
export const mayLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs - CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs + CLOCK_TOLERANCE_MS);

/** Whether an instant by another machine's clock is in the span for any offset within the tolerance. */
export const mustLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs + CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs - CLOCK_TOLERANCE_MS);

/** Distance of the instant from the span. 0 inside. */
export function distanceTo(instantMs: number, { fromMs, toMs }: Span): number {
  if (instantMs < fromMs) return fromMs - instantMs;
  return toMs !== null && instantMs >= toMs ? instantMs - toMs + 1 : 0;
}

/**
 * When an outlet was in contact, by this installation's clock. A report of the last five minutes counts as now, because
 * the outlet's clock may be that far behind. An older report was buffered and counts at its own time.
 */
export const contactTime = (reportedMs: number, nowMs: number): number =>
  reportedMs >= nowMs - CLOCK_TOLERANCE_MS ? nowMs : reportedMs;
