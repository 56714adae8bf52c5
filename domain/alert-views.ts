import { DAY_MS, HOUR_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

const WEEKS_BEFORE = 4;
/** A single week could be an exception. */
const LEAST_WEEKS = 2;
/** Minimum number of views per day for a comparison. Smaller numbers vary too much by chance. */
const LEAST_VIEWS = 100;

type Day = { readonly startMs: number; readonly endMs: number };

/**
 * Returns the last 24 full hours, and the same hours one to four weeks earlier. In any time zone, 24 hours cover one
 * day. The newest hour ends at least 15 minutes ago, so that its reports have had time to arrive.
 */
export function watchedDays(nowMs: number): Day[] {
  const endMs = Math.floor((nowMs - LATE_AFTER_MS) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: WEEKS_BEFORE + 1 }, (_, week) => {
    const end = endMs - week * 7 * DAY_MS;
    return { startMs: end - DAY_MS, endMs: end };
  });
}

/**
 * Returns the usual number of views: the mean of the earlier days (newest first) since the first activity. Null if
 * there is too little data.
 */
export function usualViews(before: readonly number[]): number | null {
  const known = before.slice(0, before.findLastIndex((views) => views > 0) + 1);
  if (known.length < LEAST_WEEKS) return null;
  const mean = known.reduce((sum, views) => sum + views, 0) / known.length;
  return mean < LEAST_VIEWS ? null : mean;
}

/** Returns the views of the last 24 hours as a percentage of the usual views; null if the usual number is unknown. */
export function percentOfUsual([now = 0, ...before]: readonly number[]): number | null {
  const usual = usualViews(before);
  return usual === null ? null : (100 * now) / usual;
}

/** Returns the percentage of invalid views; null if there are too few views. */
export const percentInvalid = (views: number, allViews: number): number | null =>
  allViews < LEAST_VIEWS ? null : (100 * (allViews - views)) / allViews;
