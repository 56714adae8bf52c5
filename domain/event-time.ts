import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import { LATEST_DAYS_LATE } from './constants.ts';
import { DAY_MS } from './durations.ts';

const LATEST_MS_LATE = LATEST_DAYS_LATE * DAY_MS;
/** Nothing older comes any more, on whatever day and by whichever clock it is counted. */
export const SETTLED_MS = LATEST_MS_LATE + DAY_MS;
/** How far ahead of the clock an event may be: whoever looks for the newest ones looks as far. */
export const MOST_MS_EARLY = CLOCK_TOLERANCE_MS;

/** Why an event of that time is refused (docs/decisions.md#ingestion); null inside the window, its ends included. */
export function eventTimeProblem(timestampMs: number, nowMs: number): 'clock_ahead' | 'too_late' | null {
  if (timestampMs - nowMs > MOST_MS_EARLY) return 'clock_ahead';
  return nowMs - timestampMs > LATEST_MS_LATE ? 'too_late' : null;
}

const ISO_INSTANT =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Epoch ms of an ISO 8601 instant with offset or Z; null for anything else, 30 February included. */
export function parseInstant(text: string): number | null {
  const parts = ISO_INSTANT.exec(text);
  if (parts === null) return null;
  const [, year, month, day] = parts;
  if (Number(day) > 28 && Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return null;
  // Date.parse wants the colon of an offset that strftime's %z leaves out.
  const milliseconds = Date.parse(text.endsWith('Z') ? text : text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
