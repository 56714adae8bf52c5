import type { Period } from '#contract/common.ts';
import type { Perspective } from '#domain/role.ts';
import { formatDay } from '../../lib/formatters.ts';

/** What of a period is shown; when its day ends is another number with each answer. */
export type ShownPeriod = Omit<Period, 'today_ends_in'>;

/** Which days figures are of: 'Oct 25, 2026 – Oct 31, 2026'. */
export function daysInWords({ from, to }: Pick<Period, 'from' | 'to'>): string {
  if (from === null || to === null) return 'All time';
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

/** An IANA name for people. */
export const zoneInWords = (zone: string): string => zone.replaceAll('_', ' ');

/** By whose clock the contract counts days; its zone is known from an answer. */
export function contractClockInWords(period: ShownPeriod | undefined, perspective: Perspective): string {
  if (period?.days_of === 'venues') return "each venue's own time zone";
  const whose = perspective === 'property' ? "your venues' time zone" : "the network's time zone";
  // What is known at once comes first: the rest is added to it, and nothing is replaced while the page loads.
  return period === undefined ? whose : `${whose}, ${zoneInWords(period.time_zone)}`;
}
