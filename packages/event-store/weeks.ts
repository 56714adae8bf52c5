import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/durations.ts';
import type { Archive, StoredEvent } from './events-db.ts';

/**
 * Start of the first week of the epoch, whose first day was a Thursday. Weeks begin on Monday, as in ClickHouse's
 * `toMonday`.
 */
const FIRST_MONDAY_MS = -3 * DAY_MS;

/** Number of full UTC days before today that are not sealed, so that "today" in any time zone is in the raw rows. */
export const OPEN_DAYS = 3;

export const isoDate = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

export const weekNumber = (instantMs: number): number => Math.floor((instantMs - FIRST_MONDAY_MS) / WEEK_MS);

/** Returns a week's Monday, as the start of that UTC day (epoch ms). */
export const mondayMs = (week: number): number => FIRST_MONDAY_MS + week * WEEK_MS;

/** Returns the Monday after the week that begins on `monday`. */
export const weekEnd = (monday: string): string => isoDate(Date.parse(monday) + WEEK_MS);

/** Returns the archive of these weeks. */
export function archiveOf(weeks: Archive['weeks']): Archive {
  let endMs = 0;
  for (const week of weeks.keys()) endMs = Math.max(endMs, Date.parse(week) + WEEK_MS);
  return { endMs, weeks };
}

/** Returns the watermark that a seal made now publishes: the start of a UTC day (epoch ms). */
export const watermarkAt = (nowMs: number): number => (Math.floor(nowMs / DAY_MS) - OPEN_DAYS) * DAY_MS;

/** How far ahead a seal in another process may be, because of a clock difference or because this insert takes long. */
const SEAL_MARGIN_MS = HOUR_MS;

/** Returns the Mondays of the weeks whose sealed figures these rows change, now or through a seal in progress. */
export function lateWeeks(rows: readonly StoredEvent[], watermark: string, nowMs: number): string[] {
  const sealedBefore = Math.max(Date.parse(watermark), watermarkAt(nowMs + SEAL_MARGIN_MS));
  const weeks = new Set<number>();
  for (const { timestampMs } of rows) if (timestampMs < sealedBefore) weeks.add(weekNumber(timestampMs));
  return [...weeks].map((week) => isoDate(mondayMs(week)));
}

/**
 * Maximum number of weeks in a block. ClickHouse rejects a block of more than 100 partitions; live inserts have one or
 * two.
 */
const MOST_WEEKS_A_BLOCK = 90;

/** Returns the rows in the order of their weeks, split so that no block has too many weeks. */
export function splitByWeek(rows: readonly StoredEvent[]): (readonly StoredEvent[])[] {
  const byWeek = new Map<number, StoredEvent[]>();
  for (const row of rows) {
    const week = weekNumber(row.timestampMs);
    const group = byWeek.get(week);
    if (group) group.push(row);
    else byWeek.set(week, [row]);
  }
  if (byWeek.size === 1) return [rows];
  const groups = [...byWeek].sort(([a], [b]) => a - b).map(([, group]) => group);
  const blocks: StoredEvent[][] = [];
  for (let at = 0; at < groups.length; at += MOST_WEEKS_A_BLOCK) {
    blocks.push(groups.slice(at, at + MOST_WEEKS_A_BLOCK).flat());
  }
  return blocks;
}
