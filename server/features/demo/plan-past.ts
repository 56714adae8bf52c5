import { closesAt, monthBounds, monthOf } from '#domain/billing-month.ts';
import { DAY_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zoned-day.ts';

const monthBefore = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 2, 1)).toISOString());
};

/**
 * Returns where the demo's past begins (epoch ms): at the first of the last `closedMonths` months that are closed by
 * now, in the network's time zone. Null without closed months.
 */
export function pastBegin(
  nowMs: number,
  { closeAfterDays, networkTimeZone: zone }: { readonly closeAfterDays: number; readonly networkTimeZone: string },
  closedMonths: number,
): number | null {
  if (closedMonths === 0) return null;
  let month = monthOf(wallClock(nowMs, zone).date);
  while (closesAt(month, zone, closeAfterDays) > nowMs) month = monthBefore(month);
  for (let left = closedMonths; left > 1; left -= 1) month = monthBefore(month);
  return monthBounds(month, zone).fromMs;
}

/** Returns the number of days between that instant and the history that passes through ingestion. */
export const pastDays = (beginMs: number | null, now: number, days: number): number =>
  beginMs === null ? 0 : Math.max(0, Math.ceil((now - days * DAY_MS - beginMs) / DAY_MS));
