import { formatCount } from './formatters.ts';

/** Returns the change from the compared value in whole percent; null if there is nothing to compare with. */
export function changeOf(value: number | null | undefined, compared: number | null | undefined): number | null {
  if (value == null || compared == null || compared === 0) return null;
  return Math.round((100 * (value - compared)) / Math.abs(compared));
}

/** The percentage from which a change is written as a multiple, because more digits would add no information. */
const MULTIPLES_FROM = 1_000;

/** Formats a change: +12%, −3%, ±0%, ×13. A previous value of zero or below has no multiple. */
export const changeInWords = (change: number, before: number): string =>
  change >= MULTIPLES_FROM && before > 0
    ? `×${formatCount(Math.round(change / 100 + 1))}`
    : `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatCount(Math.abs(change))}%`;
