import { addDays } from './calendar-date.ts';
import { sameTimeOn, wallClock } from './zoned-day.ts';

/** Number of days between an invoice's issue and its due date. */
const DUE_DAYS = 30;

/**
 * Returns when an invoice is due: at the same time of day, 30 calendar days later in the network's time zone. Clock
 * changes do not affect the result.
 */
export const dueAt = (issuedMs: number, zone: string): number =>
  sameTimeOn(addDays(wallClock(issuedMs, zone).date, DUE_DAYS), issuedMs, zone);
