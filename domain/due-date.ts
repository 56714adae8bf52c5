import { addDays } from './calendar-date.ts';
import { sameTimeOn, wallClock } from './zoned-day.ts';

/** An invoice is due 30 days after its issue. */
const DUE_DAYS = 30;

/**
 * Returns when an invoice is due: at the same time of day, 30 calendar days later in the network's zone. Clock changes
 * do not affect it.
 */
export const dueAt = (issuedMs: number, zone: string): number =>
  sameTimeOn(addDays(wallClock(issuedMs, zone).date, DUE_DAYS), issuedMs, zone);
