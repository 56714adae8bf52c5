import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** A meter that stands still may report slightly less than nothing; below this a reading is unreadable. */
const MOST_NOISE_WH = 10;
/** Above this milliwatt-hours are no exact numbers any more. */
const MOST_WH = 1_000_000_000_000;
/** Two readings are never compared over more than this: an outlet that was off for a month has not charged for a month. */
const MOST_ELAPSED_MS = DAY_MS;
/** Clocks of outlets are off by as much, and a charge may have begun before its first event. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * A reading in watt-hours as milliwatt-hours. Noise below zero is 0. `unreadable` is no number, or one that no meter shows: its
 * event is kept and the reading is not. Null where there is none.
 */
export function readWattHours(value: unknown): number | 'unreadable' | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < -MOST_NOISE_WH) return 'unreadable';
  return Math.round(Math.min(Math.max(value, 0), MOST_WH) * 1_000);
}

/** The most milliwatt-hours that an outlet of this power can have given since its last reading; null: it has none yet. */
export function mostMilliWh(ratedWatts: number, elapsedMs: number | null): number {
  const elapsed = Math.min(Math.max(elapsedMs ?? MOST_ELAPSED_MS, 0), MOST_ELAPSED_MS);
  return Math.round((ratedWatts * 1_000 * (elapsed + TOLERANCE_MS)) / HOUR_MS);
}
