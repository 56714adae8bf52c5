import { HOUR_MS } from './durations.ts';

/** One outlet has most of what a flight is shown, although many others show it too. */
export const SHARE = {
  /** Views of the outlet, of the last day or so. */
  leastViews: 200,
  /** Other outlets that show the flight. */
  leastOutlets: 5,
  share: 0.5,
  /** A view counts half after so long, so that a flight's share is that of about a day. */
  halfMs: 12 * HOUR_MS,
} as const;

/** Views that count less the older they are. */
export type FadingCount = { value: number; atMs: number };

const fade = (ms: number): number => 0.5 ** (ms / SHARE.halfMs);

/** What the views come to at an instant; earlier than the newest one, at that one. */
export const fadedTo = ({ value, atMs }: FadingCount, nowMs: number): number => value * fade(Math.max(0, nowMs - atMs));

export function addFading(count: FadingCount, atMs: number): void {
  const newestMs = Math.max(count.atMs, atMs);
  count.value = fadedTo(count, newestMs) + fade(newestMs - atMs);
  count.atMs = newestMs;
}

/** Recent views of a flight at the outlet and at all outlets, and how many others show it. */
export type FlightShare = { readonly own: number; readonly all: number; readonly otherOutlets: number };

/** Whether the outlet's share of the flight is out of proportion. */
export const isSharePattern = ({ all, otherOutlets, own }: FlightShare): boolean =>
  own >= SHARE.leastViews && otherOutlets >= SHARE.leastOutlets && own >= SHARE.share * all;
