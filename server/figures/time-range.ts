import { isTimeZone } from '#domain/zoned-day.ts';
import { AppError } from '../http/app-error.ts';

/** A half-open range of instants in epoch milliseconds; null is open. */
export type TimeRange = { readonly startMs: number | null; readonly endMs: number | null };

export const EVERYTHING: TimeRange = { startMs: null, endMs: null };

/** Later than any event: stands for an open end. */
export const END_OF_TIME_MS = Date.UTC(2200, 0, 1);

/** A range may end with the day that follows now in any zone, even a 25-hour one. */
const LATEST_END_MS = 2 * 86_400_000;

/**
 * `start` and `end` of a query, whole epoch seconds as text. Throws `AppError` (invalid) unless
 * 0 ≤ start < end ≤ two days from now (security D2); a missing one leaves that side open.
 */
export function readTimeRange(query: { start?: string; end?: string }, nowMs: number): TimeRange {
  const startMs = query.start === undefined ? null : Number(query.start) * 1000;
  const endMs = query.end === undefined ? null : Number(query.end) * 1000;
  const latestMs = nowMs + LATEST_END_MS;
  if (endMs !== null && endMs > latestMs) throw new AppError('invalid', 'The range ends too far in the future.');
  if (startMs !== null && startMs >= (endMs ?? latestMs)) {
    throw new AppError('invalid', 'The range has to start before it ends.');
  }
  return { startMs, endMs };
}

/** `tz` of a query; null without one. Throws `AppError` (invalid) for a zone that does not exist. */
export function readTimeZone(tz: string | undefined): string | null {
  if (tz === undefined) return null;
  if (!isTimeZone(tz)) throw new AppError('invalid', 'There is no such time zone.');
  return tz;
}
