import { HOUR_MS } from './durations.ts';

/**
 * Thresholds of the rule that finds an outlet with most of a flight's views, although many other outlets also show the
 * flight.
 */
export const SHARE = {
  /** Minimum number of views at the outlet within about the last day. */
  leastViews: 200,
  /** Minimum number of other outlets that show the flight. */
  leastOutlets: 5,
  share: 0.5,
  /** The half-life of a view's weight, so that a flight's share covers about a day. */
  halfMs: 12 * HOUR_MS,
} as const;

/** A decaying view count: older views weigh less. */
export type FadingCount = { value: number; atMs: number };

const fade = (ms: number): number => 0.5 ** (ms / SHARE.halfMs);

/** Returns the decayed count at `nowMs`, or at the newest view if that is later. */
export const fadedTo = ({ value, atMs }: FadingCount, nowMs: number): number => value * fade(Math.max(0, nowMs - atMs));

export function addFading(count: FadingCount, atMs: number): void {
  const newestMs = Math.max(count.atMs, atMs);
  count.value = fadedTo(count, newestMs) + fade(newestMs - atMs);
  count.atMs = newestMs;
}

/** Recent views of a flight at the outlet and at all outlets, and the number of other outlets that show the flight. */
export type FlightShare = { readonly own: number; readonly all: number; readonly otherOutlets: number };

/** Whether the outlet has a disproportionate share of the flight. */
export const isSharePattern = ({ all, otherOutlets, own }: FlightShare): boolean =>
  own >= SHARE.leastViews && otherOutlets >= SHARE.leastOutlets && own >= SHARE.share * all;
