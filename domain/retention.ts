/**
 * Minimum number of months for which single events are kept. Outlets report up to 30 days late, the last month's events
 * determine ratings, and only full weeks are deleted.
 */
export const LEAST_RETENTION_MONTHS = 2;

/** Returns the first day (UTC, an ISO date) of the retention period. In a shorter month, the last day is used. */
export function keptSince(months: number, nowMs: number): string {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), lastDay))).toISOString().slice(0, 10);
}
