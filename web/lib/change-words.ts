import { formatCount } from './formatters.ts';

/** The change from what is compared with, in whole percent; null where there is nothing to compare. */
export function changeOf(value: number | null | undefined, compared: number | null | undefined): number | null {
  if (value == null || compared == null || compared === 0) return null;
  return Math.round((100 * (value - compared)) / Math.abs(compared));
}

/** From so many percent on a change is told as a multiple: more digits of percent say nothing. */
const MULTIPLES_FROM = 1_000;

/** +12%, −3%, ±0%, ×13; of what was below nothing there is no multiple. */
export const changeInWords = (change: number, before: number): string =>
  change >= MULTIPLES_FROM && before > 0
    ? `×${formatCount(Math.round(change / 100 + 1))}`
    : `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatCount(Math.abs(change))}%`;
