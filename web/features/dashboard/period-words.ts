import type { Period } from '#contract/common.ts';
import type { Perspective } from '#domain/role.ts';
import { formatDay } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { periodWordsStrings as strings } from './dashboard-strings.ts';

/** The displayed part of a period, without the time until its day ends, which differs in each response. */
export type ShownPeriod = Omit<Period, 'today_ends_in'>;

/** Formats a period's days: 'Oct 25, 2026 – Oct 31, 2026'. */
export function daysInWords({ from, to }: Pick<Period, 'from' | 'to'>): string {
  if (from === null || to === null) return strings.allTime;
  return from === to ? formatDay(from) : interpolate(strings.days, { from: formatDay(from), to: formatDay(to) });
}

/** Formats an IANA zone name for people. */
export const zoneInWords = (zone: string): string => zone.replaceAll('_', ' ');

/** Describes the time zone of the contract's days. The name of the time zone is unknown until the first response. */
export function contractClockInWords(period: ShownPeriod | undefined, perspective: Perspective): string {
  if (period?.days_of === 'venues') return strings.venueTimeZones;
  const whose = perspective === 'property' ? strings.ownVenuesTimeZone : strings.networkTimeZone;
  // The response only appends the name of the time zone, so that no text is replaced while the page loads.
  return period === undefined
    ? whose
    : interpolate(strings.namedTimeZone, { whose, timeZone: zoneInWords(period.time_zone) });
}
