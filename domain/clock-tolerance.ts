import { MOST_MINUTES_EARLY } from './constants.ts';
import { MINUTE_MS } from './durations.ts';

/**
 * How far the clocks of two machines may be apart, to either side, wherever an instant of one is compared with an instant of the
 * other (docs/business-rules.md#clocks). In milliseconds.
 */
export const CLOCK_TOLERANCE_MS = MOST_MINUTES_EARLY * MINUTE_MS;

/** A span of time by the clock of this installation, half-open; `toMs` null: without end. */
type Span = { readonly fromMs: number; readonly toMs: number | null };

/** Whether an instant by the clock of another machine may lie in the span. */
export const mayLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs - CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs + CLOCK_TOLERANCE_MS);

/** Whether an instant by the clock of another machine lies in the span, however far that clock is off within the tolerance. */
export const mustLieIn = (instantMs: number, { fromMs, toMs }: Span): boolean =>
  instantMs >= fromMs + CLOCK_TOLERANCE_MS && (toMs === null || instantMs < toMs - CLOCK_TOLERANCE_MS);

/** How far the instant is outside of the span; 0 inside. */
export function distanceTo(instantMs: number, { fromMs, toMs }: Span): number {
  if (instantMs < fromMs) return fromMs - instantMs;
  return toMs !== null && instantMs >= toMs ? instantMs - toMs + 1 : 0;
}

/**
 * When an outlet was in contact, by the clock of this installation: a report of the last five minutes is a contact of now,
 * because the outlet's clock may be behind by as much. An older one was buffered, and is a contact of its own time.
 */
export const contactTime = (reportedMs: number, nowMs: number): number =>
  reportedMs >= nowMs - CLOCK_TOLERANCE_MS ? nowMs : reportedMs;
