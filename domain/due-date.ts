import { addDays } from './calendar-date.ts';
import { sameTimeOn, wallClock } from './zoned-day.ts';

/** An invoice is due 30 days after it was issued. */
const DUE_DAYS = 30;

/**
 * When an invoice that was issued at an instant is due: at the same time of day, 30 calendar days later in the network's
 * zone, whatever the clocks do in between.
 */
export const dueAt = (issuedMs: number, zone: string): number =>
  sameTimeOn(addDays(wallClock(issuedMs, zone).date, DUE_DAYS), issuedMs, zone);
