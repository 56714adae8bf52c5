/**
 * Single events are kept for two months at least: outlets report up to 30 days late, those of a month are rated, and only
 * whole weeks leave.
 */
export const LEAST_RETENTION_MONTHS = 2;

/** The first day (UTC, an ISO date) of the last so many months; a month that is too short for the day of today ends earlier. */
export function keptSince(months: number, nowMs: number): string {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay))).toISOString().slice(0, 10);
}
