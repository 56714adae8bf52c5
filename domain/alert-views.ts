import { DAY_MS, HOUR_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

const WEEKS_BEFORE = 4;
/** One week alone may have been a strange one. */
const LEAST_WEEKS = 2;
/** Fewer views a day rise and fall by chance. */
const LEAST_VIEWS = 100;

type Day = { readonly startMs: number; readonly endMs: number };

/**
 * The last 24 whole hours, then the same hours a week before, two, three and four. They are a day wherever the venue stands,
 * and what outlets report a little later has had time to come in.
 */
export function watchedDays(nowMs: number): Day[] {
  const endMs = Math.floor((nowMs - LATE_AFTER_MS) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: WEEKS_BEFORE + 1 }, (_, week) => {
    const end = endMs - week * 7 * DAY_MS;
    return { startMs: end - DAY_MS, endMs: end };
  });
}

/** What comes in on such a day: the mean since there was anything, newest first; null where too little is known. */
export function usualViews(before: readonly number[]): number | null {
  const known = before.slice(0, before.findLastIndex((views) => views > 0) + 1);
  if (known.length < LEAST_WEEKS) return null;
  const mean = known.reduce((sum, views) => sum + views, 0) / known.length;
  return mean < LEAST_VIEWS ? null : mean;
}

/** Percent of what is usual; null where nobody knows what is. */
export function percentOfUsual([now = 0, ...before]: readonly number[]): number | null {
  const usual = usualViews(before);
  return usual === null ? null : (100 * now) / usual;
}

/** Percent of all views that do not count; null where there are too few to say. */
export const percentInvalid = (views: number, allViews: number): number | null =>
  allViews < LEAST_VIEWS ? null : (100 * (allViews - views)) / allViews;
