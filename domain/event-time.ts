import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import { LATEST_DAYS_LATE } from './constants.ts';
import { DAY_MS } from './durations.ts';

const LATEST_MS_LATE = LATEST_DAYS_LATE * DAY_MS;
/** How long events for a day may still arrive, in milliseconds, regardless of the time zone and the outlet's clock. */
export const SETTLED_MS = LATEST_MS_LATE + DAY_MS;
/** Maximum time that an event may be ahead of the clock. Queries for the newest events must look this far ahead. */
export const MOST_MS_EARLY = CLOCK_TOLERANCE_MS;

/**
 * Returns why an event's timestamp is rejected (docs/decisions.md#ingestion); null if it is in the window, both ends
 * inclusive.
 */
export function eventTimeProblem(timestampMs: number, nowMs: number): 'clock_ahead' | 'too_late' | null {
  if (timestampMs - nowMs > MOST_MS_EARLY) return 'clock_ahead';
  return nowMs - timestampMs > LATEST_MS_LATE ? 'too_late' : null;
}

const ISO_INSTANT =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Parses an ISO 8601 timestamp with an offset or Z to epoch ms. Null for anything else, including February 30. */
export function parseInstant(text: string): number | null {
  const parts = ISO_INSTANT.exec(text);
  if (parts === null) return null;
  const [, year, month, day] = parts;
  if (Number(day) > 28 && Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return null;
  // Date.parse requires a colon in the offset, which strftime's %z omits.
  const milliseconds = Date.parse(text.endsWith('Z') ? text : text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
