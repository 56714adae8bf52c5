import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** Maximum amount, in watt-hours, by which an idle meter may report less than zero. A lower reading is invalid. */
const MOST_NOISE_WH = 10;
/** Upper limit of a reading, in watt-hours. Above it, milliwatt-hours are not exact numbers. */
const MOST_WH = 1_000_000_000_000;
/**
 * Upper limit of the time between two readings that is taken into account. An outlet that was off for a month has not
 * delivered energy for a month.
 */
const MOST_ELAPSED_MS = DAY_MS;
/** Maximum error of an outlet's clock. A charge may also have begun before its first event. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * Converts a reading from watt-hours to milliwatt-hours. Noise below zero becomes 0. `unreadable` means that the value
 * is not a plausible number, and the event is stored without it. Null if there is no reading.
 */
export function readWattHours(value: unknown): number | 'unreadable' | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < -MOST_NOISE_WH) return 'unreadable';
  return Math.round(Math.min(Math.max(value, 0), MOST_WH) * 1_000);
}

/**
 * Returns the maximum energy, in milliwatt-hours, that an outlet with this power can have delivered since its last
 * reading. `elapsedMs` is null without an earlier reading.
 */
export function mostMilliWh(ratedWatts: number, elapsedMs: number | null): number {
  const elapsed = Math.min(Math.max(elapsedMs ?? MOST_ELAPSED_MS, 0), MOST_ELAPSED_MS);
  return Math.round((ratedWatts * 1_000 * (elapsed + TOLERANCE_MS)) / HOUR_MS);
}
